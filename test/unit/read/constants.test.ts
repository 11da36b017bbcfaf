import { describe, expect, it } from 'vitest';
import { createCodeReader } from '../../../src/read/read-code.ts';
import { makeLeafOf } from '../../support/make-leaf.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { nodeParser } from '../../support/node-parser.ts';

const reader = createCodeReader(nodeParser);

async function readCuts(text: string, language: string) {
  return (await reader.read(new TextEncoder().encode(text), language))?.cuts ?? [];
}

async function listNames(text: string, language: string): Promise<readonly string[]> {
  return (await readCuts(text, language)).map(({ name, what, isSoft }) => `${isSoft ? 'soft ' : ''}${what} ${name}`);
}

describe('constants', () => {
  it.each([
    [
      'javascript',
      `const A = 1, b = [2];\nconst f = () => 1;\nlet no;\nvar c = 1;\nvar no2 = require('z');\nconst x = require('x');\nconst y = require('y').z(1);\nconst { no3 } = a;\nfunction g() { const no4 = 1; }\nconst C = class { m() {} };\nexport let d = 1;\n`,
      [
        'soft const A',
        'soft const b',
        'const f',
        'soft const c',
        'function g',
        'class C',
        'method C.m',
        'soft const d',
      ],
    ],
    [
      'typescript',
      'export const A: T = { a: 1 };\ndeclare const B: string;\nexport type X = string;\nnamespace N { const no = 1; export const f = () => 1; }\n',
      ['soft const A', 'soft const B', 'type X', 'module N', 'const N.f'],
    ],
    [
      'python',
      'A = 1\nb: int = 2\nA = 3\na.no = 1\nx, no = 1, 2\nno2: int\nif T:\n    C = 1\nclass K:\n    a = 1\ndef f():\n    no4 = 1\n',
      ['soft const A', 'soft const b', 'soft const C', 'class K', 'field K.a', 'function f'],
    ],
    [
      'go',
      'package p\nconst A = 1\nconst (\n\tB = iota\n\tC\n)\nvar d, e = 1, 2\nvar (\n\tf int\n\t_ = 1\n)\ntype T = string\nfunc g() { const no = 1 }\n',
      [
        'soft const A',
        'soft const B',
        'soft const C',
        'soft const d',
        'soft const e',
        'soft const f',
        'type T',
        'function g',
      ],
    ],
    [
      'rust',
      'pub const A: u8 = 1;\nstatic B: u8 = 2;\ntype T = u8;\nimpl S { const C: u8 = 1; }\nfn f() { const NO: u8 = 1; }\n',
      ['soft const A', 'soft const B', 'type T', 'class impl S', 'soft const S.C', 'function f'],
    ],
    [
      'c',
      '#ifndef GUARD_H\n#define GUARD_H\n#define MAX 10\n#define F(x) (x)\ntypedef int number;\n# define MAX 11\n#endif\nint f(void) {\n#define IN 1\n}\n',
      ['soft const MAX', 'function F', 'type number', 'function f', 'soft const IN'],
    ],
    [
      'php',
      '<?php\nconst A = 1, B = 2;\nclass K { const C = 3; }\n',
      ['soft const A', 'soft const B', 'class K', 'soft const K.C'],
    ],
    ['ruby', 'A = 1\nb = 2\nmodule M\n  C = 3\nend\n', ['soft const A', 'module M', 'soft const M.C']],
  ])('of %s are symbols', async (language, text, names) => {
    expect(await listNames(text, language)).toEqual(names);
  });

  it.each([
    "(function () {\n'use strict';\nfunction open() { function no() {} }\nvar limit = 3;\n})();\n",
    '!function (root) {\nfunction open() {}\nvar limit = 3;\n}(this);\n',
    '(function () {\nfunction open() {}\nvar limit = 3;\n}).call(this);\n',
    "define(['a'], function (a) {\nfunction open() {}\nvar limit = 3;\n});\n",
    'if (DEV) {\n(() => {\nfunction open() {}\nvar limit = 3;\n})();\n}\n',
  ])('and functions are found in a function around the whole module: %s', async (text) => {
    expect(await listNames(text, 'javascript')).toEqual(['function open', 'soft const limit']);
  });

  it('exclude variables that a test only declares', async () => {
    expect(await listNames("describe('a', () => {\n  const no = 1;\n  function no2() {}\n});\n", 'javascript')).toEqual(
      [],
    );
  });

  it('do not make chunks smaller: a module of many small ones is chunked by its size', async () => {
    const kernel = await loadNodeKernel();
    const text = Array.from({ length: 200 }, (_, i) => `const name${i} = ${'x'.repeat(40)};\n`).join('');
    const cuts = await readCuts(text, 'javascript');
    const read = { bytes: new TextEncoder().encode(text), cuts };
    const { chunks, symbols } = makeLeafOf(kernel, text, { path: 'a.js', kind: 'java_script', read });
    expect(symbols).toHaveLength(200);
    expect(chunks.map(({ chars }) => chars > 3_000)).toEqual([true, true, true]);
    expect(chunks.flatMap((chunk) => chunk.symbols)).toEqual(symbols.map(({ name }) => name));
  });
});

describe('JavaScript with Flow types', () => {
  it('is read by the grammar that understands it', async () => {
    const text = `/** @flow strict */
import type { Options } from './options';
export type Result = {| +name: string, extra?: ?number |};
opaque type Id = string;
const cache: Map<string, Result> = new Map();
class Store<T: Result> extends Base<T> {
  +items: Array<?T>;
  get<K: string>(key: K, other?: ?string): ?T { return (this.items[0]: any); }
}
async function build(options: Options, ...rest: $ReadOnlyArray<string>): Promise<Result> {
  return (x: any);
}
module.exports = { build };
`;
    const names = await listNames(text, 'javascript');
    for (const name of ['type Result', 'soft const cache', 'class Store', 'method Store.get', 'function build'])
      expect(names).toContain(name);
  });

  it('uses its own grammar unless that has more errors', async () => {
    expect(await listNames('const a = <T,>(x) => x;\nfunction f() {}\nconst b = = 1;\n', 'javascript')).toContain(
      'function f',
    );
  });
});
