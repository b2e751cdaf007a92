// Reads `cargo metadata` and fails if a crate uses a forbidden one, or if the document given as the argument has no line for
// a dependency of the workspace.
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

/** A crate may use crates of lower layers, and none of its own layer. */
const layers = {
  'selaras-ambient': 0,
  'selaras-reasons': 0,
  'selaras-kinds': 1,
  'selaras-tls': 1,
  'selaras-shape': 2,
  'selaras-store': 2,
  'selaras-source': 2,
  'selaras-notify': 2,
  'selaras-platform': 2,
  'selaras-zoom': 2,
  'selaras-engine': 3,
  // A spike, measured by bench.
  'selaras-api': 4,
  selaras: 5,
};
/** The demo campus uses nothing of the product. Of the product, only tests and these crates use it. */
const campus = 'selaras-campus';
const usesCampus = ['selaras', 'selaras-bench'];
/** The tests' crate may use every crate. Only tests use it. */
const tests = 'selaras-tests';

const metadata = JSON.parse(await text(process.stdin));
const members = metadata.packages.filter(({ id }) => metadata.workspace_members.includes(id));
const names = new Set(members.map(({ name }) => name));
const faults = [];

function mayUse(user, used, kind) {
  if (user === tests) return true;
  if (used === tests) return kind === 'dev';
  if (used === campus) return kind === 'dev' || usesCampus.includes(user);
  if (user === campus || user === 'selaras-bench') return false;
  return layers[used] < layers[user];
}

function namesIn(text, pattern) {
  return [...text.matchAll(pattern)].map(([, name]) => name);
}

for (const { name, dependencies } of members) {
  if (!(name in layers) && ![campus, tests, 'selaras-bench'].includes(name)) {
    faults.push(`${name} is new: give it a layer in scripts/check-crates.mjs`);
  }
  for (const used of dependencies.filter((dependency) => names.has(dependency.name))) {
    if (!mayUse(name, used.name, used.kind)) faults.push(`${name} may not use ${used.name}`);
  }
}

const [, table] = readFileSync('Cargo.toml', 'utf8').split('[workspace.dependencies]\n');
const shared = namesIn(table.split('\n[')[0], /^([\w-]+) = /gm).filter((name) => !names.has(name));
const [file] = process.argv.slice(2);
const described = namesIn(readFileSync(file, 'utf8'), /^\| `([\w-]+)` \|/gm);
for (const name of shared) {
  if (!described.includes(name)) faults.push(`${file} has no line for ${name}`);
}
for (const name of described) {
  if (!shared.includes(name)) faults.push(`${file} has a line for ${name}, which is no dependency`);
}
for (const { name: user, dependencies } of members) {
  for (const { name } of dependencies) {
    if (!shared.includes(name) && !names.has(name)) faults.push(`${user} has ${name} past the workspace's table`);
  }
}

for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
