import { useEffect } from 'react';
import type { Prompt } from './dialogProps';
import { onDemand } from './onDemand';
import { onFirstInput } from './onFirstInput';

const QuestionDialog = onDemand(() => import('./QuestionDialog').then((module) => module.QuestionDialog));

/** A modal with Tidak and Ya. Renders nothing without a question. */
export function Question({ prompt, onClose }: { prompt: Prompt | null; onClose: () => void }) {
  useEffect(() => onFirstInput(QuestionDialog.preload), []);
  if (!prompt) return null;
  return <QuestionDialog {...prompt} onClose={onClose} />;
}
