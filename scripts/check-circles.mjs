// Checks that the files of a crate import acyclically: prints each cycle of imports and fails if there is one. Usage:
// check-circles.mjs FOLDER... A folder holds a crate's lib.rs, or its main.rs.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

// A file's code without comments, strings and tests.
const code = (file) =>
  readFileSync(file, 'utf8')
    .split(/^#\[cfg\(test\)\]\n(?=mod )/m)[0]
    .replace(/\/\/[^\n]*|"(?:\\[\s\S]|[^"\\])*"/g, (text) => (text.startsWith('"') ? '""' : ''));

// The paths in a `use`: `a::{self, b::C as D}` gives [a] and [a, b, C], each with its local name.
const paths = (tree, before = []) => {
  const parts = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= tree.length; at += 1) {
    if (tree[at] === '{') depth += 1;
    if (tree[at] === '}') depth -= 1;
    if (at === tree.length || (tree[at] === ',' && depth === 0)) {
      parts.push(tree.slice(from, at).trim());
      from = at + 1;
    }
  }
  return parts.filter(Boolean).flatMap((part) => {
    const group = part.match(/^(?:([\w:]+)::)?\{([\s\S]*)\}$/);
    if (group) return paths(group[2], [...before, ...(group[1]?.split('::') ?? [])]);
    const [path, alias] = part.split(/\s+as\s+/);
    const steps = [...before, ...path.split('::')];
    if (steps.at(-1) === 'self') steps.pop();
    return [{ steps, name: alias ?? steps.at(-1) }];
  });
};

// The file that declares a crate's modules.
const root = (folder) => {
  const found = ['lib.rs', 'main.rs'].find((name) => existsSync(join(folder, name)));
  if (!found) throw new Error(`${folder} holds neither lib.rs nor main.rs`);
  return found;
};

// The modules of a crate, each with its file, its children, and its re-exports by name.
const modules = (folder) => {
  const found = new Map();
  const add = (name, file, inside) => {
    const text = code(file);
    const children = [...text.matchAll(/^\s*(?:pub(?:\([^)]*\))? )?mod (\w+);/gm)].map((match) => match[1]);
    const uses = [...text.matchAll(/^\s*(pub(?:\([^)]*\))? )?use ([^;]+);/gm)].flatMap(([, handed, tree]) =>
      paths(tree.replace(/\s+/g, ' ')).map((path) => ({ ...path, handed: Boolean(handed) })),
    );
    found.set(name, { file, children, uses, body: text.replace(/^\s*(?:pub(?:\([^)]*\))? )?use [^;]+;/gm, '') });
    for (const child of children) {
      const flat = join(inside, `${child}.rs`);
      add([name, child].filter(Boolean).join('::'), existsSync(flat) ? flat : join(inside, child, 'mod.rs'), join(inside, child));
    }
  };
  add('', join(folder, root(folder)), folder);
  return found;
};

const imports = (folder) => {
  const found = modules(folder);
  const up = (name) => name.split('::').slice(0, -1).join('::');
  // The file in which a path ends, seen from a module; nothing for other crates.
  const resolve = (from, steps, depth = 0) => {
    let at = from;
    let rest = [...steps];
    if (rest[0] === 'crate') [at, rest] = ['', rest.slice(1)];
    else if (rest[0] === 'super' || rest[0] === 'self') {
      while (rest[0] === 'super' || rest[0] === 'self') {
        if (rest[0] === 'super') at = up(at);
        rest = rest.slice(1);
      }
    } else if (!found.get(from).children.includes(rest[0])) return undefined;
    while (rest.length > 0) {
      const here = found.get(at);
      if (here.children.includes(rest[0])) {
        at = [at, rest[0]].filter(Boolean).join('::');
        rest = rest.slice(1);
        continue;
      }
      const handed = here.uses.find((use) => use.handed && use.name === rest[0]);
      return handed && depth < 9 ? (resolve(at, handed.steps, depth + 1) ?? here.file) : here.file;
    }
    return found.get(at).file;
  };
  const edges = new Map();
  for (const [name, { file, children, uses, body }] of found) {
    const named = [
      // A module that only re-exports an item does not use it.
      ...uses.filter((use) => !use.handed || new RegExp(`\\b${use.name}\\b`).test(body)).map((use) => use.steps),
      ...[...body.matchAll(/\b((?:crate|super)(?:::\w+)+)/g)].map((match) => match[1].split('::')),
      ...children.filter((child) => new RegExp(`\\b${child}::`).test(body)).map((child) => [child]),
    ];
    const to = new Set(named.map((steps) => resolve(name, steps)).filter((other) => other && other !== file));
    edges.set(file, to);
  }
  return edges;
};

// Tarjan's strongly connected components of more than one file.
const circles = (edges) => {
  const state = new Map();
  const stack = [];
  const found = [];
  const visit = (file) => {
    const own = { index: state.size, low: state.size, open: true };
    state.set(file, own);
    stack.push(file);
    for (const other of edges.get(file) ?? []) {
      if (!state.has(other)) own.low = Math.min(own.low, visit(other).low);
      else if (state.get(other).open) own.low = Math.min(own.low, state.get(other).index);
    }
    if (own.low === own.index) {
      const circle = stack.splice(stack.indexOf(file));
      for (const member of circle) state.get(member).open = false;
      if (circle.length > 1) found.push(circle);
    }
    return own;
  };
  for (const file of edges.keys()) if (!state.has(file)) visit(file);
  return found;
};

let failed = false;
for (const folder of process.argv.slice(2)) {
  const edges = imports(folder);
  for (const circle of circles(edges)) {
    failed = true;
    console.error(`A circle of imports in ${folder}:`);
    for (const file of circle) {
      const others = [...edges.get(file)].filter((other) => circle.includes(other));
      console.error(`  ${relative(folder, file)} -> ${others.map((other) => relative(folder, other)).join(', ')}`);
    }
  }
}
process.exit(failed ? 1 : 0);
