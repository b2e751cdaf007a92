import './typeface.css';
import './mantine.css';
import './styles.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ToastStack } from '../message/ToastStack';
import { Hints } from '../page/Hints';
import { startTexts } from '../texts/i18n';
import { queries } from './queries';
import { router } from './router';
import { theme } from './theme';

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
