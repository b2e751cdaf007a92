// Checks that texts for people are in the catalogue (crates/reasons/sentences): no Indonesian sentence in the code, and no
// sentence that names the platform or the source other than by a parameter.
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';

// Words that exist in no other language and in nearly every Indonesian sentence.
const indonesian =
  /\b(tidak|belum|sudah|lalu|periksa|coba|dahulu|bukan|harus|dapat|perbaiki|kosong|silakan|minta|untuk|supaya|karena|tetapi)\b/i;
const named = /Moodle|OCAS/;
const listed = (...patterns) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
// The API's document is for programmers; it describes each call in a few words.
const documents = /(Call::\w+\(\s*(path\([^)]*\)|[^,]*),\s*|\.reply::<\w+>\(\d+, )$/;
let failed = false;
const refuse = (file, line, text) => {
  console.error(`${file}:${line}: ${text}`);
  failed = true;
};

// The string literals of a file's code with their lines, without tests and comments.
const literals = (file) => {
  const code = readFileSync(file, 'utf8').split(/^#\[cfg\(test\)\]/m)[0];
  const parts = /\/\/[^\n]*|'(?:\\.|[^'\\])'|r#"[\s\S]*?"#|"(?:\\[\s\S]|[^"\\])*"/g;
  return [...code.matchAll(parts)]
    .filter(([text]) => /^r?#?"/.test(text))
    .filter((match) => !documents.test(code.slice(0, match.index)))
    .map((match) => [code.slice(0, match.index).split('\n').length, match[0]]);
};

// The demo campus is another system with its own texts; migrations hold texts of earlier versions.
const spoken = listed('crates/*/src/**/*.rs', 'crates/*/src/*.rs').filter(
  (file) => !/^crates\/(campus|tests)\/|\/migrations\//.test(file),
);
for (const file of spoken) {
  for (const [line, text] of literals(file)) {
    if (/\S\s+\S/.test(text) && indonesian.test(text)) refuse(file, line, `an Indonesian sentence outside the catalogue: ${text}`);
    if (file.startsWith('crates/engine/') && named.test(text))
      refuse(file, line, `the platform and the source say their own names: ${text}`);
  }
}
for (const file of listed('crates/reasons/sentences/*.ftl')) {
  readFileSync(file, 'utf8')
    .split('\n')
    .forEach((text, at) => {
      if (named.test(text)) refuse(file, at + 1, `a name that is a parameter: ${text}`);
    });
}
if (failed) console.error('What people read is a code with parameters (docs/decisions/0021-reasons-are-codes.md).');
process.exit(failed ? 1 : 0);
