import { useEffect } from 'react';
import { onDemand } from './onDemand';
import { whenPresent } from './whenPresent';

/** What is asked before something that replaces what others have done, and that no job does. */
export interface Asked {
  question: string;
  notes?: readonly string[];
  onYes: () => void;
}

export interface QuestionProps extends Asked {
  onClose: () => void;
}

const QuestionDialog = onDemand(() => import('./QuestionDialog').then((module) => module.QuestionDialog));

/** A modal with Tidak and Ya. Nothing is shown while there is nothing to ask. */
export function Question({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  useEffect(() => whenPresent(QuestionDialog.preload), []);
  if (!asked) return null;
  return <QuestionDialog {...asked} onClose={onClose} />;
}
