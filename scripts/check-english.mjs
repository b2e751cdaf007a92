// Holds what a check can hold of plain English: words of no use, long names of tests, long sentences in comments.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Words that a sentence with a clear subject does without. */
const refused = /\b(whoever|whomever|whom|anew)\b/gi;
/** Words that are rarely the best ones, and how often they may stand in all files together. */
const rare = /\b(whose|nobody|somebody)\b/gi;
const mostRare = 16;
const mostWordsOfName = 12;
const mostWordsOfSentence = 32;

// Words are separated by underscores in names.
const plain = (text) => text.replaceAll('_', ' ');
const count = (text, pattern) => (text.match(pattern) ?? []).length;

function tests(text) {
  const names = [...text.matchAll(/#\[(?:tokio::)?test\b[^\]]*\]\s*(?:#\[[^\]]*\]\s*)*(?:pub )?(?:async )?fn (\w+)/g)];
  return names.map(([, name]) => name);
}

function sentences(text) {
  const blocks = text.match(/(?:^[ \t]*\/\/[/!]?.*\n)+/gm) ?? [];
  return blocks.flatMap((block) => {
    const lines = block.trim().split('\n');
    const prose = lines.map((line) => line.replace(/^[ \t]*\/\/[/!]? ?/, '')).join(' ');
    return prose.split(/(?<=[.!?:;])\s+/);
  });
}

const files = execFileSync('git', ['ls-files', 'crates', 'web', 'docs', 'bench', 'scripts', '*.md', 'Makefile'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => /\.(rs|tsx?|mjs|css|md|sh|py|ftl|toml)$|Makefile$/.test(file))
  .filter((file) => !/check-english\.mjs$|schema\.d\.ts$/.test(file));

const faults = [];
let rareWords = 0;
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  for (const word of plain(text).match(refused) ?? []) faults.push(`${file}: “${word}”: say it with a subject and a verb`);
  rareWords += count(plain(text), rare);
  if (!/\.(rs|tsx?)$/.test(file)) continue;
  for (const name of tests(text)) {
    if (name.split('_').length > mostWordsOfName) faults.push(`${file}: ${name} has more than ${mostWordsOfName} words`);
  }
  for (const sentence of sentences(text)) {
    if (sentence.split(/\s+/).length > mostWordsOfSentence) {
      faults.push(`${file}: a sentence of more than ${mostWordsOfSentence} words: ${sentence.slice(0, 60)}…`);
    }
  }
}
if (rareWords > mostRare) faults.push(`whose, nobody, somebody: ${rareWords} times, where ${mostRare} may stand`);

for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
