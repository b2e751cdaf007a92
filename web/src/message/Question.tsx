import { useEffect } from 'react';
import { onDemand } from './onDemand';
import { whenPresent } from './whenPresent';

/** A question before an irreversible change that is no job. */
export interface Asked {
  question: string;
  notes?: readonly string[];
  onYes: () => void;
}

export interface QuestionProps extends Asked {
  onClose: () => void;
}

const QuestionDialog = onDemand(() => import('./QuestionDialog').then((module) => module.QuestionDialog));

/** A modal with Tidak and Ya. Renders nothing without a question. */
export function Question({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  useEffect(() => whenPresent(QuestionDialog.preload), []);
  if (!asked) return null;
  return <QuestionDialog {...asked} onClose={onClose} />;
}
