import { useTranslation } from 'react-i18next';
import { PageHeader } from '../page/PageHeader';
import { ListMessage, NextStep } from './ListStates';

interface Props {
  /** The text of the page's title. */
  title: string;
  unknown: readonly { name: string; value: string }[];
  onWithout: () => void;
}

/** Replaces a list if its address has an unknown order or filter: names the error and links to the list. */
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
