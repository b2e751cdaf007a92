import { useEffect } from 'react';
import type { MessageProps } from './dialogProps';
import { onDemand } from './onDemand';
import { onFirstInput } from './onFirstInput';

const MessageDialog = onDemand(() => import('./MessageDialog').then((module) => module.MessageDialog));

/** A modal with one message and an OK button. Renders nothing without a text. */
export function Message({ text, ...rest }: Omit<MessageProps, 'text'> & { text: string | null }) {
  useEffect(() => onFirstInput(MessageDialog.preload), []);
  if (text === null) return null;
  return <MessageDialog text={text} {...rest} />;
}
