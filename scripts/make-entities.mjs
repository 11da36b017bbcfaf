/** `node scripts/make-entities.mjs` writes src/markdown/entity-names.ts from the list of the package `entities`; a test compares the two. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** @returns {string} the text of the module */
export function makeEntityNames() {
  const path = `${root}/node_modules/entities/lib/maps/entities.json`;
  const pairs = Object.entries(JSON.parse(readFileSync(path, 'utf8')))
    .flat()
    .join(' ');
  const table = JSON.stringify(pairs)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replace(/(?! )[\p{Z}\p{C}\p{M}]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
  return `/** Names and texts of all character references of HTML, in turn. Written by \`node scripts/make-entities.mjs\`. */\nexport const ENTITY_NAMES =\n  '${table}';\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(`${root}/src/markdown/entity-names.ts`, makeEntityNames());
