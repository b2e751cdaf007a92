import { lazy, Suspense, useEffect } from 'react';
import { whenPresent } from './whenPresent';

export interface MessageProps {
  title: string;
  text: string;
  onClose: () => void;
}

const load = () => import('./MessageDialog').then((module) => ({ default: module.MessageDialog }));
const MessageDialog = lazy(load);

/** A modal that says one thing and is closed with OK. Nothing is shown while there is no text. */
export function Message({ text, ...rest }: Omit<MessageProps, 'text'> & { text: string | null }) {
  useEffect(() => whenPresent(load), []);
  if (text === null) return null;
  return (
    <Suspense>
      <MessageDialog text={text} {...rest} />
    </Suspense>
  );
}
