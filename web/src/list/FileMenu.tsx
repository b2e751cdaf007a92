import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useTranslation } from 'react-i18next';
import type { BodyOf } from '../api/client';
import { toastError, toastNeutral } from '../message/toasts';
import { useFailureText } from '../texts/failure';
import type { ListAddress } from './address';
import type { ListDeclaration } from './declaration';
import { LazyMenu } from './LazyMenu';
import { callScope } from './requests';

type Asked = BodyOf<'/api/v1/api/lists/{kind}/file', 'post'>;

interface Props {
  list: ListDeclaration;
  address: ListAddress;
  /** The ids of the chosen rows; null for all that match. */
  chosen: readonly number[] | null;
}

/** Saves the rows of the dashboard that match, or the chosen ones, as a file. That of a list of people has their rows. */
export function FileMenu({ list, address, chosen }: Props) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  async function save(format: Asked['format']) {
    toastNeutral(t('list.file'), t(list.ofPeople ? 'people.file_begun' : 'list.file_begun'));
    try {
      const { download } = await import('../api/download');
      const name = `${list.id.replace('_', '-')}.${format}`;
      await download(`/api/v1/api/lists/${list.id}/file`, name, {}, fileBody(list, address, chosen, format));
    } catch (cause) {
      toastError(failureText(cause));
    }
  }
  const item = (format: Asked['format'], label: string) => ({
    label,
    Icon: IconDownload,
    onClick: () => void save(format),
  });
  return (
    <LazyMenu
      label={t('list.file')}
      variant="default"
      Icon={IconDownload}
      items={[item('xlsx', 'Excel (.xlsx)'), item('csv', 'CSV')]}
    />
  );
}

/** What to ask for: the rows in the order of the screen. */
export function fileBody(
  list: Pick<ListDeclaration, 'narrowedBy'>,
  address: ListAddress,
  chosen: readonly number[] | null,
  format: Asked['format'],
): Asked {
  const { sort, order, q } = address;
  const { missing, reason, ...filters } = address.filters;
  return {
    format,
    sort,
    order,
    ...(q ? { q } : {}),
    ...(missing ? { missing: missing === 'true' } : {}),
    ...(reason ? { reason } : {}),
    filters: { ...filters, ...callScope(list, address) },
    ...(chosen ? { ids: [...chosen] } : {}),
  };
}
