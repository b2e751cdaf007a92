import { Anchor, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';

const shownFor = 10_000;

interface Link {
  label: string;
  open: () => void;
}

function show(color: string, title: string, message: string, link?: Link): void {
  const id = `toast-${performance.now()}`;
  notifications.show({
    id,
    color,
    title,
    autoClose: shownFor,
    withBorder: true,
    role: color === 'red' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': i18next.t('toast.close') },
    message: (
      <>
        <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
          {message}
        </Text>
        {link && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => {
              notifications.hide(id);
              link.open();
            }}
          >
            {link.label}
          </Anchor>
        )}
      </>
    ),
  });
}

export function toastSuccess(message: string, link?: Link): void {
  show('green', i18next.t('toast.success'), message, link);
}

export function toastError(message: string, link?: Link): void {
  show('red', i18next.t('toast.error'), message, link);
}

export function toastNeutral(title: string, message: string, link?: Link): void {
  show('gray', title, message, link);
}
