import { useEffect } from 'react';
import { onDemand } from './onDemand';
import { whenPresent } from './whenPresent';

export interface MessageProps {
  title: string;
  text: string;
  onClose: () => void;
}

const MessageDialog = onDemand(() => import('./MessageDialog').then((module) => module.MessageDialog));

/** A modal that says one thing and is closed with OK. Nothing is shown while there is no text. */
export function Message({ text, ...rest }: Omit<MessageProps, 'text'> & { text: string | null }) {
  useEffect(() => whenPresent(MessageDialog.preload), []);
  if (text === null) return null;
  return <MessageDialog text={text} {...rest} />;
}
