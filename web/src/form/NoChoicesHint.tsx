import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Choices } from './declaration';

/** The hint below a field if its kind has no rows yet: what to do first, with a link. */
export function NoChoicesHint({ of: { kind, screen } }: { of: Choices }) {
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
