import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../list/LoadStates';
import { Skeleton } from '../page/Skeleton';

/** Draws a title with actions, as the header of a page or of a panel. */
export type RenderHeader = (title: string, actions?: ReactNode) => ReactNode;

interface Props {
  header: RenderHeader;
  /** The title until the name is known. */
  title: string;
  query: { isError: boolean; error: unknown; refetch: () => unknown };
}

/** A person or class before its first answer, or after a failure. */
export function Waiting({ header, title, query }: Props) {
  const { t } = useTranslation();
  return (
    <>
      {header(title)}
      {query.isError ? (
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={220} label={t('list.loading')} />
      )}
    </>
  );
}
