import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { makeOne } from '../../../src/engine/ingest/file-outcome.ts';
import { createLocalLeafMaker } from '../../../src/engine/ingest/local-leaf-maker.ts';
import type { Kernel } from '../../../src/kernel/contract.ts';
import { DEFAULT_SETTINGS } from '../../../src/model/settings.ts';
import { createCodeReader } from '../../../src/read/read-code.ts';
import { POISONS } from '../../hostile/poisons.ts';
import { expectCovered } from '../../support/expect-covered.ts';
import { nodeParser } from '../../support/node-parser.ts';
import type { FuzzTarget, Seed } from '../contract.ts';
import { findSeeds, writeSeed } from '../find-seeds.ts';

const CODE = ['ts', 'tsx', 'js', 'jsx', 'py', 'go', 'java', 'c', 'h', 'cpp', 'cs', 'rb', 'rs', 'sh', 'php', 'css'];
const PLAIN = ['md', 'mdx', 'html', 'json', 'ipynb', 'txt', 'svg', 'xml', 'yml', 'yaml', 'toml', 'ini', 'csv', 'sql'];
const SMALL: readonly Seed[] = [
  writeSeed('a.rst', 'Title\n=====\n\n.. note:: x\n\n   y\n\nPart\n----\n\n::\n\n  code\n'),
  writeSeed('a.adoc', '= Title\n:a: b\n\n== One\n\n----\ncode\n----\n\n|===\n|a |b\n|===\n'),
  writeSeed('a.org', '#+TITLE: x\n* TODO One :a:\n** Two\n#+BEGIN_SRC\n* no\n#+END_SRC\n'),
  writeSeed('a.tex', '\\title{x}\n\\section{One}\n\\begin{verbatim}\n\\section{no}\n\\end{verbatim}\n'),
  writeSeed('a.proto', 'syntax = "proto3";\nmessage A {\n  string b = 1;\n}\n'),
  writeSeed('a.graphql', 'type A {\n  b: C!\n}\n"""doc"""\nenum C { D }\n'),
  writeSeed('Makefile', 'all: a b\n\tcc $< -o $@\n\n.PHONY: all\n'),
  writeSeed('Dockerfile', 'FROM a AS b\nRUN x \\\n  y\nFROM c\n'),
  writeSeed('a.po', 'msgid "a"\nmsgstr "b"\n\nmsgid ""\n"c"\nmsgstr ""\n'),
  writeSeed('a.diff', 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n+b\n'),
  writeSeed('a.srt', '1\n00:00:01,000 --> 00:00:02,000\nhello\n\n2\n00:00:03,000 --> 00:00:04,000\nyou\n'),
  writeSeed(
    'a.ipynb',
    '{"cells":[{"cell_type":"code","source":["print(1)\\n"],"outputs":[]}],"metadata":{},"nbformat":4}',
  ),
  ...POISONS.filter(({ isShort }) => isShort).map(({ extension, text }) => writeSeed(`poison.${extension}`, text)),
];
const TOKENS = [
  ...'<T>(¦|---|\n¦<a/>¦<div>¦<!--¦{/*¦lambda x:¦%w[¦:not(¦<style>¦`¦${¦"""¦\'\'\''.split('¦'),
  ...'# ¦## a\n¦```\n¦~~~¦- ¦  - ¦> ¦| a |¦\n\n¦\r¦\r\n¦\0¦\t¦\u2028¦\ufeff'.split('¦'),
  ...'{ } [ ] ( ) " \\ /* */ // < > &amp; &#x </p> <pre> <table><tr><td>'.split(' '),
  ...'{"a":¦[1,¦,¦:¦---\n¦...\n¦&a ¦*a¦====\n¦.. x::\n¦class A {¦def f():\n¦func ¦=>'.split('¦'),
  ...['日本', '😀', '\u0301', '\u202e', 'é', 'x', ' ', '\n'],
];
/** Read after every suspicious input: their result must not depend on earlier files [E1]. */
const NEIGHBOURS = [
  writeSeed('n.ts', 'export function f(a: number) {\n  return a;\n}\n'),
  writeSeed('n.tsx', 'export const View = () => <b>hello</b>;\nfunction g() {}\n'),
  writeSeed('n.py', 'class A:\n    def b(self):\n        pass\n'),
  writeSeed('n.go', 'package a\n\nfunc F() int { return 1 }\n'),
  writeSeed('n.md', '# One\n\ntext\n\n## Two\n\nmore\n'),
];

/** Every reader and the chunker never throw, lose no line, agree in three kernels and do not affect the next file. */
export async function createReadTarget(kernels: readonly Kernel[]): Promise<FuzzTarget> {
  const makers = kernels.map((kernel) => ({
    kernel,
    ...createLocalLeafMaker({ kernel, codeReader: createCodeReader(nodeParser) }),
  }));
  const [first, ...others] = makers as [(typeof makers)[number], ...typeof makers];
  const make = (maker: typeof first, { name, bytes }: Seed) =>
    makeOne(maker, { path: name, bytes: bytes.slice(), settings: DEFAULT_SETTINGS });
  const clean = new Map<string, Uint8Array>();
  for (const file of NEIGHBOURS) clean.set(file.name, (await make(first, file)).leaf);
  return {
    name: 'read',
    weight: 15,
    seeds: [...findSeeds([...CODE, ...PLAIN]), ...SMALL],
    tokens: TOKENS,
    async check(input, random) {
      const result = await make(first, input);
      if (result.incomplete !== undefined) throw new Error(`left incomplete: ${result.incomplete}`);
      const view = first.kernel.readLeaf(result.leaf);
      // Their lines refer to the source, which differs from their text.
      if (view.kind !== 'html' && view.kind !== 'image')
        expectCovered({ view, contents: result.contents }, DEFAULT_SETTINGS);
      if (random.below(20) === 0) {
        const other = random.pick(others);
        const again = await make(other, input);
        deepStrictEqual(again.leaf, result.leaf, `the ${other.kernel.build} kernel makes another leaf`);
        deepStrictEqual(again.contents, result.contents, `the ${other.kernel.build} kernel makes another text`);
      }
      if (random.below(8) === 0) {
        const neighbour = random.pick(NEIGHBOURS);
        const { leaf } = await make(first, neighbour);
        strictEqual(
          Buffer.compare(leaf, clean.get(neighbour.name) as Uint8Array),
          0,
          `${neighbour.name} reads otherwise now`,
        );
      }
    },
  };
}
