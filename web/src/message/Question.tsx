import { useEffect } from 'react';
import type { Asked } from './dialogProps';
import { onDemand } from './onDemand';
import { whenPresent } from './whenPresent';

const QuestionDialog = onDemand(() => import('./QuestionDialog').then((module) => module.QuestionDialog));

/** A modal with Tidak and Ya. Renders nothing without a question. */
export function Question({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  useEffect(() => whenPresent(QuestionDialog.preload), []);
  if (!asked) return null;
  return <QuestionDialog {...asked} onClose={onClose} />;
}
