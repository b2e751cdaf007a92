import { usePersonalSetting } from './personalSettings';

export const densities = ['nyaman', 'rapat'] as const;
export type Density = (typeof densities)[number];

const isDensity = (value: unknown): value is Density => densities.some((density) => density === value);

/** The height of the user's table rows, in all lists. */
export function useDensity(): [Density, (next: Density) => void] {
  const [own, store] = usePersonalSetting('density', isDensity);
  return [own ?? 'nyaman', store];
}
