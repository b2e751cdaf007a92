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

/** Parts of the main page that other screens have, too. Alone, each would be a file of less than a kilobyte. */
const smallParts =
  /\/src\/(page\/(PageHeader|Help|HelpButton|DownloadButton|Skeleton|useNow)|notices\/useNotices|schedule\/(lastRun|LastRun|schedules)|comparison\/(comparison|ResendButton))\.|icons\/Icon(Refresh|Download|Check)\.mjs/;

interface Modules {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

/** The modules that the script of every page imports without waiting for anything. */
let firstModules: Set<string> | undefined;

function isOfFirstPage(id: string, modules: Modules): boolean {
  if (!firstModules) {
    firstModules = new Set([join(import.meta.dirname, 'src/app/main.tsx')]);
    for (const module of firstModules) {
      // Mantine's index imports every component in use. Its own group takes those that many screens have.
      if (/node_modules\/@(mantine|floating-ui)\//.test(module)) firstModules.delete(module);
      else
        for (const imported of modules.getModuleInfo(module)?.importedIds ?? []) firstModules.add(imported);
    }
  }
  return firstModules.has(id) || smallParts.test(id);
}

export default defineConfig({
  plugins: [react(), earlyTypeface(), packed()],
  build: {
    outDir: 'dist',
    // All styles in one file: those of a screen are few, and would take a round trip of their own.
    cssCodeSplit: false,
    // It would be a file of its own, for browsers that only load somewhat later without it.
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A browser fetches six files at a time from an HTTP/1.1 server, so the first page has six: packages, Mantine, our own
          // modules, the bundler's few lines, the styles and the typeface. Vite splits the rest.
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(history|store|react-store|router-core|react-router|query-core|react-query)|use-sync-external-store|i18next|react-i18next)\//,
              priority: 3,
            },
            { name: 'floating', test: /node_modules\/@floating-ui\//, priority: 2 },
            {
              name: 'mantine',
              // Without overlays: they are fetched when they first open.
              test: /node_modules\/@mantine\/(core|hooks)\/(?!.*(\/Select\/|Modal|Drawer|Popover|Menu|Combobox|combobox|Floating|ScrollArea|Portal|focus-trap|FocusTrap|Overlay))/,
              minShareCount: 3,
              priority: 2,
            },
            {
              name: (id, modules) => (isOfFirstPage(id, modules) ? 'first' : null),
              priority: 1,
            },
            {
              name: 'shared',
              test: /\/src\/(api|session|action|message|list)\//,
              minShareCount: 3,
            },
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
