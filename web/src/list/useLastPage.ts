import { useEffect } from 'react';
import type { Envelope } from '../api/client';
import type { PageSize } from './address';
import { lastPage } from './Paging';

interface Rows {
  data: Envelope<readonly unknown[]> | undefined;
  isSuccess: boolean;
  isPlaceholderData: boolean;
}

/**
 * Leaves a page behind the last one, for example after its last row was deleted. Returns the number of rows on all pages.
 */
export function useLastPage(
  { data, isSuccess, isPlaceholderData }: Rows,
  { page, per_page }: { page: number; per_page: PageSize },
  onPage: (page: number) => void,
): number {
  const total = data?.total ?? data?.data.length ?? 0;
  const last = lastPage(total, per_page);
  const behind = isSuccess && !isPlaceholderData && data?.more !== true && page > last;
  useEffect(() => {
    if (behind) onPage(last);
  }, [behind, last, onPage]);
  return total;
}
