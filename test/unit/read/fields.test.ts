import { describe, expect, it } from 'vitest';
import { runSearch } from '../../../src/engine/search/run-search.ts';
import type { Cut, ReadFile } from '../../../src/model/cut.ts';
import { DEFAULT_SETTINGS } from '../../../src/model/settings.ts';
import { detect } from '../../../src/read/detect.ts';
import { createCodeReader } from '../../../src/read/read-code.ts';
import { readFile } from '../../../src/read/read-file.ts';
import { makeLeafOf } from '../../support/make-leaf.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { nodeParser } from '../../support/node-parser.ts';
import { makeSearchTarget } from '../../support/search-target.ts';
import { MORE } from './more-languages.ts';

const codeReader = createCodeReader(nodeParser);

async function readCuts(path: string, source: string): Promise<readonly Cut[]> {
  const text = new TextEncoder().encode(source);
  return (await readFile({ path, detected: detect(path), text, sizes: DEFAULT_SETTINGS, codeReader })).cuts ?? [];
}

describe('outlines of further languages', () => {
  it.each(Object.entries(MORE))('%s: every declaration and field with its lines', async (path, [source, rows]) => {
    const cuts = await readCuts(path, source);
    const shown = cuts.map(
      ({ line, symbolLine, endLine, level, isSoft, what, name }) =>
        `${line}/${symbolLine}-${endLine} ${level} ${isSoft ? 'soft ' : ''}${what} ${name}`,
    );
    expect(shown).toEqual(rows);
  });
});

describe('fields and constants', () => {
  it.each([
    [
      'A.java',
      'class A { static final String LINGER_MS_CONFIG = "x"; int a, b; enum C { RED, GREEN } }',
      'A.LINGER_MS_CONFIG A.a A.b A.C.RED A.C.GREEN',
    ],
    [
      'a.cs',
      'class A { const int X = 1; int a, b; public int Size { get; } enum C { Red } }',
      'A.X A.a A.b A.Size A.C.Red',
    ],
    ['a.php', "<?php define('LIMIT', 1); class A { public $name; } enum S { case Hearts; }", 'LIMIT A.name S.Hearts'],
    ['a.rb', 'class A\n  attr_reader :name, :age\n  validates :no\nend', 'A.name A.age'],
    [
      'a.ts',
      'class A { static MAX = 1; #b = 2; fn = () => 1 }\ninterface I { a: 1; m(): void }\nenum E { Red, Green = 2 }\ntype T = { x: 1 };',
      'A.MAX A.#b I.a I.m E.Red E.Green T.x',
    ],
    ['a.py', 'class A:\n    limit = 1\n    name: str\n    def f(self):\n        no = 1\n', 'A.limit A.name'],
    ['a.rs', 'struct A { a: u8 }\nenum E { Red, Green(u8) }', 'A.a E.Red E.Green'],
    [
      'a.go',
      'package p\ntype A struct {\n\tName, Other string\n\tEmbedded\n}\ntype I interface { Foo() }',
      'A.Name A.Other I.Foo',
    ],
    [
      'a.c',
      'struct a { int x, *y; void (*cb)(int); };\ntypedef struct { int t; } T;\nenum { ANON };\nenum colour { RED };\nstatic const int MAX = 3;\nint f(int a) { int no; return 1; }',
      'a.x a.y a.cb T.t ANON RED MAX',
    ],
    ['a.cpp', 'class A { public: int x; void f(); };\nenum class E { Red };', 'A.x Red'],
    ['a.sh', 'LIMIT=1\nexport NAME=2\nf() { NO=1; }', 'LIMIT NAME'],
    ['a.css', ':root { --accent: red; color: blue }\np { --no: 1 }', '--accent'],
  ])('of %s are symbols', async (path, source, names) => {
    const fields = (await readCuts(path, source)).filter(({ what }) => what === 'field');
    expect(fields.map(({ name }) => name).join(' ')).toBe(names);
  });

  it('never begin a chunk, and a method on the line of a field still does', async () => {
    const kernel = await loadNodeKernel();
    const long = (name: string) => `  /** ${'word '.repeat(80)}*/\n  int ${name} = ${'1 + '.repeat(200)}1;`;
    const method = `void f() {\n${'    call();\n'.repeat(200)}  }`;
    const source = `class A {\n${long('a')}\n${long('b')}\n  int c; ${method}\n}\n`;
    const cuts = await readCuts('A.java', source);
    const bytes = new TextEncoder().encode(source);
    const leaf = (of: readonly Cut[]) =>
      makeLeafOf(kernel, source, { path: 'A.java', kind: 'code', read: { bytes, cuts: of } });
    const lines = (of: readonly Cut[]) => leaf(of).chunks.map(({ content }) => content);
    expect(lines(cuts)).toEqual(lines(cuts.filter(({ what }) => what !== 'field')));
    expect(leaf(cuts).chunks.flatMap(({ symbols }) => symbols)).toEqual(
      expect.arrayContaining(['A', 'A.a', 'A.b', 'A.c', 'A.f']),
    );
  });
});

describe('names of members', () => {
  it('rank below a declaration with the same words, and constants are found like declarations', async () => {
    const kernel = await loadNodeKernel();
    const sources = {
      'a.ts': 'export interface Options {\n  sourceMap: string;\n  cachePath: string;\n  lines: number;\n}\n',
      'b.ts': `import type { Options } from './a.ts';\n\n/** ${'Maps lines. '.repeat(20)}*/\nexport function makeSourceMapLines(count: number): Options {\n  ${'count(1);\n  '.repeat(20)}}\n`,
      'c.ts': 'export enum Header {\n  CACHE_CONTROL,\n}\n',
      'd.ts': `${'use(CACHE_CONTROL);\n'.repeat(9)}`,
    };
    const reads: Record<string, ReadFile> = {};
    for (const [path, source] of Object.entries(sources))
      reads[path] = { bytes: new TextEncoder().encode(source), cuts: await readCuts(path, source) };
    const target = makeSearchTarget(kernel, sources, 1, reads);
    const find = async (query: string) => (await runSearch(kernel, target, query)).hits.map(({ path }) => path);
    expect((await find('source map'))[0]).toBe('b.ts');
    expect((await find('lines'))[0]).toBe('b.ts');
    expect((await find('cache control'))[0]).toBe('c.ts');
    expect((await find('cachePath'))[0]).toBe('a.ts');
  });
});

describe('outlines by keywords', () => {
  it.each([
    [
      'a.pm',
      '# Opens.\npackage Store;\n\n# Docs.\nsub open {\n  my $a = 1;\n}\n',
      ['1/2-2 1 module Store', '4/5-7 1 function open'],
    ],
    [
      'a.jl',
      'struct Store\n  a::Int\nend\n\nfunction open(x)\n  x\nend\nsize(x) = 1\n',
      ['1/1-3 1 class Store', '5/5-7 1 function open', '8/8-8 1 function size'],
    ],
    ['a.clj', '(ns store.core)\n(defn open [x]\n  x)\n', ['1/1-1 1 module store.core', '2/2-3 1 function open']],
    ['a.erl', '-module(store).\nopen(X) when X > 1 ->\n  X.\n', ['1/1-1 1 module store', '2/2-3 1 function open']],
    [
      'a.groovy',
      'class Store {\n    def open(x) {\n        1\n    }\n}\n',
      ['1/1-5 1 class Store', '2/2-4 2 function Store.open'],
    ],
    ['a.r', 'open <- function(x) {\n  x\n}\n', ['1/1-3 1 function open']],
    ['a.ps1', 'function Get-Store {\n}\n', ['1/1-2 1 function Get-Store']],
    [
      'a.sol',
      '// A class of its own.\ncontract Store {\n  function open() public {\n  }\n}\n',
      ['1/2-5 1 class Store', '3/3-4 2 function Store.open'],
    ],
  ])('%s', async (path, source, rows) => {
    const cuts = await readCuts(path, source);
    expect(
      cuts.map((cut) => `${cut.line}/${cut.symbolLine}-${cut.endLine} ${cut.level} ${cut.what} ${cut.name}`),
    ).toEqual(rows);
  });
});
