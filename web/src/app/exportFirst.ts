import type { First } from '../action/request';
import { kinds } from '../kinds/kinds';
import { readAddress } from '../list/address';
import { requestForAll } from '../list/requests';

/** The export, or the sync, that rows of a plan wait for, and after it the request again; nothing where none wait. Of several, the one that the others need. */
export const exportFirst: First = (request, plan, settings, t) => {
  const known = kinds.flatMap(({ list }) =>
    plan.first.filter(({ kind }) => kind === list.id).map(({ verb }) => ({ list, verb })),
  );
  const needed = known.find(({ verb }) => verb === 'sync') ?? known[0];
  if (!needed) return null;
  const { list } = needed;
  const verb = needed.verb === 'sync' ? 'sync' : 'export';
  const first = requestForAll(list, verb, readAddress(list, {}), { of: 'all' }, settings, t);
  if (!first) return null;
  return {
    label: t('confirm.first', { verb: t(`jobs.verbs.${verb}`), kind: t(`kinds.${list.id}.noun`) }),
    request: {
      ...first,
      notes: [...first.notes, t('confirm.after', { question: request.question })],
      next: request,
    },
  };
};
