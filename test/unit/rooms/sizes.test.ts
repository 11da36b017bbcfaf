import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const MAX_FUNCTION_LINES = 100;
const MAX_FILE_LINES = 400;
const MAX_FOLDER_FILES = 20;

const paths = ['src', 'wasm']
  .flatMap((root) => readdirSync(root, { recursive: true }).map((name) => join(root, String(name))))
  .filter((path) => /\.tsx?$/.test(path));

describe('code that fits on a screen', () => {
  it('has no function over 100 lines, no file over 400, and no folder of more than 20 files', () => {
    const found = [...paths.flatMap((path) => listLong(path, readFileSync(path, 'utf8'))), ...listFull(paths)];
    expect(found).toEqual([]);
  });

  it('is measured: longer code is found', () => {
    const body = 'f();\n'.repeat(99);
    expect(listLong('a.ts', `function g() {\n${body}}`)).toEqual(['a.ts g']);
    expect(listLong('a.ts', `const g = {\n h() {\n${body}}};`)).toEqual(['a.ts h']);
    expect(listLong('a.ts', `class A {\n constructor() {\n${body}}}`)).toEqual(['a.ts constructor']);
    expect(listLong('a.ts', `function g() {\n${body.slice(5)}}`)).toEqual([]);
    expect(listLong('a.ts', 'f();\n'.repeat(401))).toEqual(['a.ts']);
    expect(listFull(Array.from({ length: 21 }, (_, i) => `a/${i}.ts`))).toEqual(['a']);
  });
});

function listLong(path: string, text: string): string[] {
  const lines = text.trimEnd().split('\n').length;
  // A short file has no long function: most files need not be parsed.
  if (lines <= MAX_FUNCTION_LINES) return [];
  const found = lines > MAX_FILE_LINES ? [path] : [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineOf = (at: number) => source.getLineAndCharacterOfPosition(at).line;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && lineOf(node.end) - lineOf(node.getStart()) + 1 > MAX_FUNCTION_LINES)
      found.push(`${path} ${ts.isConstructorDeclaration(node) ? 'constructor' : (node.name?.getText() ?? 'unnamed')}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function listFull(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > MAX_FOLDER_FILES).map(([folder]) => folder);
}
