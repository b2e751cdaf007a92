import './typeface.css';
import './mantine.css';
import './styles.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from '../api/client';
import { ToastStack } from '../message/ToastStack';
import { Hints } from '../page/Hints';
import { onSessionChange, session } from '../session/session';
import { startTexts } from '../texts/i18n';
import { router } from './router';
import { theme } from './theme';

const queries = new QueryClient({
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

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no #root');

await startTexts();
createRoot(element).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <ToastStack />
        <Hints />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
