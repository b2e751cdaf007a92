import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const server = process.env.SELARAS_URL ?? 'http://127.0.0.1:8080';

/** Writes compressed copies beside each text file. The server sends them as they are to browsers that accept them. */
function packed(): Plugin {
  return {
    name: 'packed',
    apply: 'build',
    // Reads the files from disk, because Vite still changes chunks after its last hook.
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

/** Preloads the typeface with the script instead of after the styles, so that no text appears in another face first. */
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
          // A chunk for each group of packages that every page needs: a browser fetches six files at a time. Vite splits the
          // rest.
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
              // Without overlays: they are fetched when they first open.
              test: /node_modules\/@mantine\/(core|hooks)\/(?!.*(\/Select\/|Modal|Drawer|Popover|Menu|Combobox|combobox|Floating|ScrollArea|Portal|focus-trap|FocusTrap|Overlay))/,
              minShareCount: 3,
            },
            {
              name: 'shared',
              // Of the texts, those that every page needs: the others are fetched with their screens.
              test: /\/src\/((api|session|action|message|list)\/|texts\/(failure|format|i18n|id)\.)/,
              minShareCount: 3,
            },
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
