import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { type ReactNode, useState } from 'react';
import { download } from '../api/download';
import { toastError } from '../message/toasts';
import { useFailureText } from '../texts/failure';

interface Props {
  address: string;
  /** The saved file's name; by default the last segment of its address. */
  name?: string;
  /** Headers that the call needs besides those of every call. */
  headers?: Record<string, string>;
  /** The page's main action. */
  primary?: boolean;
  /** A small button in a row of buttons beside a heading. */
  small?: boolean;
  children: ReactNode;
}

/** Downloads a file from the server, and shows a failure. */
export function DownloadButton({ address, name, headers, primary = false, small = false, children }: Props) {
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      await download(address, name, headers);
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
            variant: primary ? 'filled' : 'default',
            leftSection: <IconDownload size={15} aria-hidden />,
          })}
      loading={busy}
      onClick={() => void save()}
    >
      {children}
    </Button>
  );
}
