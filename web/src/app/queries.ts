import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/client';
import { onSessionChange, session } from '../session/session';

/** The cache of everything that the server says. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Offline, a query fails at once instead of waiting without a word; `Offline` loads again when the server is back.
      networkMode: 'always',
      // Only a lost connection deserves an automatic retry; a refused call would be refused again.
      retry: (count, cause) => count < 1 && cause instanceof ApiError && cause.status === 0,
    },
  },
});

// Data of one user must not flash before the next one on the same machine.
onSessionChange(() => {
  if (!session()) queries.clear();
});
