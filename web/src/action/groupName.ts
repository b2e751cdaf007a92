import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ServerPlan } from '../api/client';
import { defaultSettings, settingsQuery } from '../api/settings';
import { formatNumber } from '../texts/format';
import { addTexts } from '../texts/i18n';
import { plan as planTexts } from '../texts/plan';
import type { PlanGroup } from './request';

addTexts('plan', planTexts);

/** A kind's name in small letters, for the middle of a sentence; abbreviations stay. */
const withinSentence = (name: string) =>
  name
    .split(' ')
    .map((word) => (word === word.toUpperCase() ? word : word.toLowerCase()))
    .join(' ');

/** The name of a group of a plan's rows. Leaving is named by its way; people and enrolments are counted apart. */
export function useGroupName(verb: string, group: PlanGroup, plan: ServerPlan): string {
  const { t, i18n } = useTranslation();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const { counts, leaving, people } = plan;
  const count = counts[group];
  const number = formatNumber(count, i18n.language);
  const names = { source: settings.source_name, platform: settings.platform_name };
  if (group === 'waiting' && plan.first?.length) {
    const kinds = [...new Set(plan.first.map(({ kind }) => kind))];
    const parents = kinds
      .map((kind) => t('plan.parent', { parent: withinSentence(t(`kinds.${kind}.data`)) }))
      .join(' / ');
    return `${number} ${t('plan.waiting_for', { ...names, parents })}`;
  }
  if (group === 'moved') return `${number} ${t('leaving.moved')}`;
  if (group !== 'leaving' || !leaving)
    return `${number} ${t(`plan.${verb === 'leave' ? 'unenroll' : verb}.${group}`, names)}`;
  const name = `${number} ${t(`leaving.planned.${leaving}`, names)}`;
  if (people === undefined || people === count) return name;
  return `${name} (${t('leaving.people', { n: formatNumber(people, i18n.language) })})`;
}
