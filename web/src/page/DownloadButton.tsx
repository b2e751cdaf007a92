import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { type ReactNode, useState } from 'react';
import { download } from '../api/download';
import { toastError } from '../message/toasts';
import { useFailureText } from '../texts/failure';

interface Props {
  address: string;
  /** Under which name it is saved; else under the one that its address ends with. */
  name?: string;
  /** It is what the page is for. */
  main?: boolean;
  /** It stands beside a heading, among others. */
  small?: boolean;
  children: ReactNode;
}

/** Saves a file of the server, and says what went wrong. */
export function DownloadButton({ address, name, main = false, small = false, children }: Props) {
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      await download(address, name);
    } catch (cause) {
      toastError(failureText(cause));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      {...(small
        ? { size: 'compact-xs', variant: 'subtle' }
        : {
            size: 'xs',
            variant: main ? 'filled' : 'default',
            leftSection: <IconDownload size={15} aria-hidden />,
          })}
      loading={busy}
      onClick={() => void save()}
    >
      {children}
    </Button>
  );
}
