import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const server = process.env.SELARAS_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react()],
  build: { outDir: 'dist', target: 'es2022', reportCompressedSize: true },
  server: { proxy: { '/api': server, '/openapi.json': server } },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['./vitest.setup.ts'],
    css: false,
  },
});
