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
 * Goes back to the last page from one behind it: its last row may just have been deleted. Answers with how many rows there
 * are on all pages.
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
