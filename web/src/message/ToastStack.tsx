import { Anchor, Group, Notification, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { closeToast, type Toast, useToasts } from './toasts';

const shownFor = 10_000;
const colors = { success: 'green', error: 'red', neutral: 'gray' } as const;

function OneToast({ toast }: { toast: Toast }) {
  const { t } = useTranslation();
  // Who reads it with the pointer on it, or has tabbed into it, is not hurried.
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => closeToast(toast.id), shownFor);
    return () => clearTimeout(timer);
  }, [held, toast.id]);
  return (
    <Notification
      color={colors[toast.tone]}
      title={toast.title}
      withBorder
      role={toast.tone === 'error' ? 'alert' : 'status'}
      closeButtonProps={{ 'aria-label': t('toast.close') }}
      onClose={() => closeToast(toast.id)}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
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

/** Outcomes, at the bottom end of the screen, for ten seconds each. */
export function ToastStack() {
  const toasts = useToasts();
  return (
    <div className="toasts">
      {toasts.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </div>
  );
}
