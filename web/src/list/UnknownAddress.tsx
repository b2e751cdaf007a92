import { useTranslation } from 'react-i18next';
import { PageHeader } from '../page/PageHeader';
import { ListMessage, NextStep } from './ListStates';

interface Props {
  /** The text of the page's title. */
  title: string;
  unknown: readonly { name: string; value: string }[];
  onWithout: () => void;
}

/** In the place of a list whose address asks for what the list does not have: what that is, and the way back. */
export function UnknownAddress({ title, unknown, onWithout }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t(title)} />
      <ListMessage
        role="alert"
        title={t('list.unknown_address')}
        detail={unknown.map(({ name, value }) => `${name}=${value}`).join(', ')}
      >
        <NextStep label={t('list.without_unknown')} onClick={onWithout} />
      </ListMessage>
    </>
  );
}
