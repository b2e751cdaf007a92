import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !path.includes('.test.'))
    .map((path) => readFileSync(join(folder, path), 'utf8'));
}

it('every Mantine component in use has its styles', () => {
  const styles = readFileSync('src/app/mantine.css', 'utf8');
  const used = new Set(
    sources('src').flatMap((text) =>
      [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => /^[A-Z]/.test(name)),
      ),
    ),
  );
  expect(used.size).toBeGreaterThan(20);
  const missing = [...used].filter(
    (name) =>
      existsSync(`node_modules/@mantine/core/styles/${name}.css`) && !styles.includes(`/styles/${name}.css`),
  );
  expect(missing).toEqual([]);
});
