import { useMediaQuery } from '@mantine/hooks';

/** True on a phone. Known at the first render, so that a phone never flashes the layout of a wide screen. */
export const useNarrow = () =>
  useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
