import { Anchor, Button, Group, Notification, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { closeToast, type Toast, useToasts } from './toasts';

const shownFor = 10_000;
const colors = { success: 'green', error: 'red', neutral: 'gray' } as const;

/** Closes a toast after its time. The time restarts whenever hover or focus ends. Renders nothing. */
function Leaving({ id, held }: { id: number; held: boolean }) {
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => closeToast(id), shownFor);
    return () => clearTimeout(timer);
  }, [held, id]);
  return null;
}

function OneToast({ toast }: { toast: Toast }) {
  const { t } = useTranslation();
  return (
    <Notification
      color={colors[toast.tone]}
      title={toast.title}
      withBorder
      role={toast.tone === 'error' ? 'alert' : 'status'}
      closeButtonProps={{ 'aria-label': t('toast.close') }}
      onClose={() => closeToast(toast.id)}
    >
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {toast.message}
      </Text>
      {toast.links.length > 0 && (
        <Group gap="md" mt={4}>
          {toast.links.map(({ label, open }) => (
            <Anchor
              key={label}
              component="button"
              type="button"
              size="sm"
              onClick={() => {
                closeToast(toast.id);
                open();
              }}
            >
              {label}
            </Anchor>
          ))}
        </Group>
      )}
    </Notification>
  );
}

/**
 * Toasts at the bottom end of the screen, ten seconds each. The newest is shown; the others wait behind it with their
 * number. Hover or focus stops the time.
 */
export function ToastStack() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [held, setHeld] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const others = toasts.length - 1;
  // An empty stack gets no leave or blur event, so the state is reset here.
  useEffect(() => {
    if (others >= 1) return;
    setUnfolded(false);
    if (others < 0) setHeld(false);
  }, [others]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only stops the time
    <div
      className="toasts"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toasts.map(({ id }) => (
        <Leaving key={id} id={id} held={held} />
      ))}
      {others > 0 && (
        <Button
          className="toasts-others"
          size="compact-xs"
          variant="default"
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? t('toast.fold') : t('toast.others', { n: others })}
        </Button>
      )}
      {(unfolded ? toasts : toasts.slice(-1)).map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </div>
  );
}
