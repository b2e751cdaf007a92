import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const server = process.env.SELARAS_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Apart, so that a page which needs none of them (login, above all) does not fetch them with its neighbours.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
            // The router and the table share it. Without a group of its own it would take the table along to login.
            {
              name: 'store',
              test: /node_modules\/(@tanstack\/(store|react-store)|use-sync-external-store)\//,
              priority: 2,
            },
            { name: 'floating', test: /node_modules\/@floating-ui\// },
            { name: 'table', test: /node_modules\/@tanstack\/(react-table|table-core)\// },
            { name: 'zod', test: /node_modules\/zod\// },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/openapi.json': server } },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['./vitest.setup.ts'],
    css: false,
  },
});
