import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import { useTranslation } from 'react-i18next';
import { CountButton, type IconButtonProps } from '../page/CountButton';
import { formatNumber } from '../texts/format';

interface Props extends IconButtonProps {
  /** The number of open notices; 0 until it is known. */
  count: number;
}

/** Opens the notices, and shows how many are open. */
export function NoticesButton({ count, ...props }: Props) {
  const { t, i18n } = useTranslation();
  const n = formatNumber(count, i18n.language);
  const label = count > 0 ? t('notices.open', { n }) : t('notices.title');
  return (
    <CountButton label={label} count={count > 0 ? n : null} open {...props}>
      <IconBell size={20} />
    </CountButton>
  );
}
