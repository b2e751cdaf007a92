import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const server = process.env.SELARAS_URL ?? 'http://127.0.0.1:8080';

/** Beside each text file its packed forms, which the server sends as they are to browsers that take them. */
function packed(): Plugin {
  return {
    name: 'packed',
    apply: 'build',
    // What is on disk, for Vite itself still changes chunks after the last hook that could change them here.
    writeBundle({ dir = 'dist' }, bundle) {
      for (const fileName of Object.keys(bundle).filter((name) => /\.(js|css|html)$/.test(name))) {
        const file = join(dir, fileName);
        const text = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(text));
        writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}

/** Asks for the typeface along with the script, not once the styles have come: then nothing is drawn in another face first. */
function earlyTypeface(): Plugin {
  return {
    name: 'early-typeface',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((name) => name.endsWith('.woff2'))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: true },
            injectTo: 'head' as const,
          })),
    },
  };
}

export default defineConfig({
  plugins: [react(), earlyTypeface(), packed()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A chunk each for what every page needs: a browser asks for six files at a time. What only some pages need stays
          // as Vite cuts it.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
            { name: 'floating', test: /node_modules\/@floating-ui\//, priority: 2 },
            {
              name: 'router',
              test: /node_modules\/(@tanstack\/(history|store|react-store|router-core|react-router)|use-sync-external-store)\//,
              priority: 2,
            },
            { name: 'query', test: /node_modules\/@tanstack\/(query-core|react-query)\//, priority: 2 },
            {
              name: 'mantine',
              // Not what opens over the page: that is fetched when it is first opened.
              test: /node_modules\/@mantine\/(core|hooks)\/(?!.*(\/Select\/|Modal|Drawer|Popover|Menu|Combobox|combobox|Floating|ScrollArea|Portal|focus-trap|FocusTrap|Overlay))/,
              minShareCount: 3,
            },
            { name: 'shared', test: /\/src\/(api|texts|session|action|message|list)\//, minShareCount: 3 },
            { name: 'texts', test: /node_modules\/(i18next|react-i18next)\//, priority: 2 },
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
    // A busy machine loads a screen's parts late; each `find` gives up sooner by itself.
    testTimeout: 60_000,
  },
});
