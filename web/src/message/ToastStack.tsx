import { Anchor, Button, Group, Notification, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { closeToast, type Toast, useToasts } from './toasts';

const visibleFor = 10_000;
const colors = { success: 'green', warning: 'yellow', error: 'red', neutral: 'gray' } as const;

/** Closes a toast after its time. The time restarts whenever hover or focus ends. Renders nothing. */
function CloseTimer({ id, paused }: { id: number; paused: boolean }) {
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(() => closeToast(id), visibleFor);
    return () => clearTimeout(timer);
  }, [paused, id]);
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
  const [paused, setPaused] = useState(false);
  const [expanded, setExpanded] = useState(false);
  const hiddenCount = toasts.length - 1;
  // An empty stack gets no leave or blur event, so the state is reset here.
  useEffect(() => {
    if (hiddenCount >= 1) return;
    setExpanded(false);
    if (hiddenCount < 0) setPaused(false);
  }, [hiddenCount]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only stops the time
    <div
      className="toasts"
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {toasts.map(({ id }) => (
        <CloseTimer key={id} id={id} paused={paused} />
      ))}
      {hiddenCount > 0 && (
        <Button
          className="toasts-others"
          size="compact-xs"
          variant="default"
          aria-expanded={expanded}
          onClick={() => setExpanded(!expanded)}
        >
          {expanded ? t('toast.fold') : t('toast.others', { n: hiddenCount })}
        </Button>
      )}
      {(expanded ? toasts : toasts.slice(-1)).map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </div>
  );
}
