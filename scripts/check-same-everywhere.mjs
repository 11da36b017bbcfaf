/**
 * [E2]: the same bytes in every browser and in Node. Forbids what differs between JavaScript engines (Unicode tables, locales, inexact maths) in the
 * rooms that produce bytes. Part of `npm run lint`; walks the AST, because a regular expression would match comments.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const rooms = ['html', 'read', 'search', 'zip', 'export', 'publish', 'engine', 'kernel'].concat([
  ...['kinds', 'markdown', 'places', 'selection', 'tables'],
]);

const methods = new Set(
  ['toLowerCase', 'toUpperCase', 'toLocaleLowerCase', 'toLocaleUpperCase', 'normalize', 'localeCompare'].concat([
    'toLocaleString',
    'toLocaleDateString',
    'toLocaleTimeString',
  ]),
);
/** Names in ASCII, uses whose result Unicode keeps stable (compatibility forms of letters, letters with accents), and filters that no bytes depend on. */
const exceptions = new Map([
  ['src/read/document/pdf/line-text.ts', ['normalize']],
  ['src/search/phrase.ts', ['toLowerCase', '\\p{…}']],
  ['src/search/filters.ts', ['toLowerCase', 'normalize']],
  ['src/engine/notes/search-notes.ts', ['toLowerCase']],
  ['src/kinds/programming-languages.ts', ['toUpperCase']],
  ['src/markdown/blocks.ts', ['toLowerCase']],
  ['src/markdown/tree.ts', ['toUpperCase']],
  ['src/places/page-address.ts', ['normalize']],
  ['src/places/find-quote.ts', ['\\p{…}']],
]);
/** The standard leaves their last bits to the engine. */
const inexact = new Set(
  'log log2 log10 log1p exp expm1 pow cbrt hypot sin cos tan asin acos atan atan2 sinh cosh tanh'.split(' '),
);

/**
 * @param {string} path
 * @param {string} text
 * @returns {{ path: string, line: number, what: string }[]}
 */
export function findDifferences(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  /** @type {{ path: string, line: number, what: string }[]} */
  const found = [];
  const visit = (/** @type {ts.Node} */ node) => {
    const what = findDifference(node);
    if (what && !exceptions.get(path)?.includes(what))
      found.push({ path, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, what });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** @param {ts.Node} node */
function findDifference(node) {
  if (ts.isPropertyAccessExpression(node)) return findMember(node.expression, node.name.text);
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)) {
    return findMember(node.expression, node.argumentExpression.text);
  }
  if (ts.isIdentifier(node) && node.text === 'Intl' && !isMemberName(node)) return 'Intl';
  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken.kind;
    if (operator === ts.SyntaxKind.AsteriskAsteriskToken) return '**';
    if (operator === ts.SyntaxKind.AsteriskAsteriskEqualsToken) return '**=';
  }
  if (ts.isRegularExpressionLiteral(node) && /\\p\{/i.test(node.text)) return '\\p{…}';
  if (isRegExpCall(node) && /\\p\{/i.test(node.getText())) return '\\p{…}';
  return undefined;
}

/** @param {ts.Expression} object @param {string} name */
function findMember(object, name) {
  if (methods.has(name)) return name;
  const isMath = ts.isIdentifier(object) && object.text === 'Math';
  return isMath && inexact.has(name) ? `Math.${name}` : undefined;
}

/** @param {ts.Node} node */
function isRegExpCall(node) {
  return (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp';
}

/** @param {ts.Identifier} node */
function isMemberName(node) {
  return ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = rooms.flatMap((room) =>
    readdirSync(join('src', room), { recursive: true })
      .map(String)
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join('src', room, name)),
  );
  const found = files.flatMap((file) => findDifferences(file, readFileSync(file, 'utf8')));
  for (const { path, line, what } of found) console.error(`${path}:${line} ${what} differs between engines [E2]`);
  process.exit(found.length === 0 ? 0 : 1);
}
