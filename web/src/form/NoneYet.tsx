import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Choices } from './declaration';

/** Below a field that names a row of another kind, while there is none: what to do first, and where. */
export function NoneYet({ of: { kind, screen } }: { of: Choices }) {
  const { t } = useTranslation();
  const kinds = t(`kinds.${kind}.many`);
  return (
    <>
      {t('form.none_yet', { kinds })}.{' '}
      <Link to={screen} className="link" style={{ textDecoration: 'underline' }}>
        {t('form.none_yet_next', { kinds })}
      </Link>
    </>
  );
}
