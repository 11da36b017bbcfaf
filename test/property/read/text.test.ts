import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readText } from '../../../src/read/read-file.ts';
import { expectCovered } from '../../support/expect-covered.ts';
import { makeLeafOf } from '../../support/make-leaf.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { expectSound } from './expect-sound.ts';

const kernel = await loadNodeKernel();

/** Tokens that open, close or look like a construct of some format. */
const SHARED = '\n¦\n\n¦ ¦  ¦\t¦word¦a: ¦x¦"¦\'¦#¦😀¦日本¦\r¦\u0001¦\\¦=¦;'.split('¦');
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  'a.rst': '\n====\n¦----¦.. x::¦* ¦Title\n¦+---+\n¦== ==\n¦:a: b\n¦::¦>>> ¦`a`_¦|a|'.split('¦'),
  'a.adoc': '\n== ¦= ¦----\n¦====\n¦....¦|===\n¦.Title\n¦[a]\n¦:a: b\n¦--\n¦```\n¦\n~~~~\n¦////\n'.split('¦'),
  'a.org': ['\n* ', '** ', 'TODO ', '[#A]', ' :a:b:\n', '#+TITLE: ', '[[a][b]]', '*a*'],
  'a.tex': ['\\section{', '}', '{', '\\', '%', '\\begin{verbatim}', '\\end{verbatim}', '\\title{', '[', ']', '$'],
  'a.yaml': '\nkey: ¦\n- ¦\n---\n¦\n...\n¦&a ¦*a¦<<: ¦|\n¦? ¦\n"k": ¦{¦}¦\n  b: ¦# c\n'.split('¦'),
  'a.toml': ['\n[a.b]\n', '\n[[a]]\n', 'k = [\n', ']', '"""', "'''", '\n# c\n', '{'],
  'a.ini': ['\n[a]\n', 'k = v\n', '\n; c\n', '[', ']'],
  'a.properties': ['\nk=v\n', '\\\n', '\n! c\n', ':', 'export '],
  'a.csv': [',', '\n', '""', ',"', '";', '\n"'],
  'a.sql': ['\nCREATE TABLE t (', ');\n', '--', '/*', '*/', '$$', '$a$', '`', 'create function f', 'create view "v".x'],
  'a.graphql': ['\ntype A {', '}', '{', '"""', 'query Q', 'union U = A', '@d', 'directive @x on', '(', ')'],
  'a.proto': ['message A {', '}', '{', 'enum E', 'rpc F(', ');', '//', '/*', '*/', 'service S {', 'package p;'],
  'a.tf': ['resource "a" "b" {', '}', '{', '<<EOF\n', 'EOF\n', '//', '/*', '*/', 'variable "x" {'],
  Dockerfile: ['\nFROM a AS b\n', 'RUN x \\\n', '<<EOF\n', 'EOF\n', '# c\n', 'from '],
  Makefile: ['\na: b\n', '\n\tx\n', 'define X\n', 'endef\n', ':=', '::', '\\\n', '.PHONY: a\n', '%.o'],
  'a.po': ['msgid "a"\n', 'msgstr ""\n', '#: x\n'],
  'a.xliff': ['\n<trans-unit id="1">', '</trans-unit>', '<unit ', '<source>'],
  'a.srt': ['1\n', '00:00:01,000 --> 00:00:02,000\n', 'WEBVTT\n', '-->'],
  'a.log': ['2024-01-02 03:04:05 x\n', '[2024/01/02] y\n', '\tat z\n'],
  'a.diff': [
    'diff --git a/x b/x\n',
    '--- a/x\n',
    '+++ b/x\n',
    '@@ -1,2 +3,4 @@\n',
    '+a\n',
    '-b\n',
    ' c\n',
    '\\ No\n',
    'Index: x\n',
  ],
};

const sizes = fc
  .tuple(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 0, max: 80 }), fc.integer({ min: 0, max: 40 }))
  .map(([target, more, min]) => ({ chunk_target_chars: target, chunk_max_chars: target + more, chunk_min_chars: min }));

describe.each(Object.entries(FORMATS))('any %s', (path, pieces) => {
  const piece = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...pieces) },
    { weight: 4, arbitrary: fc.constantFrom(...SHARED) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  );
  const source = fc.array(piece, { maxLength: 50 }).map((parts) => parts.join('').replaceAll('\0', ' '));

  it('[E3] is covered by its chunks, with sound cuts, [E4] within the cap', () => {
    fc.assert(
      fc.property(source, sizes, (text, settings) => {
        const bytes = new TextEncoder().encode(text);
        const decoded = kernel.decode(bytes);
        if (!('text' in decoded)) return;
        const read = readText(path, decoded.text, settings.chunk_target_chars);
        const lines = new TextDecoder('utf-8', { ignoreBOM: true }).decode(decoded.text).split('\n').length;
        expectSound(read.cuts ?? [], lines);
        expectCovered(makeLeafOf(kernel, bytes, { path, kind: 'text', settings, read }), settings);
      }),
      { numRuns: 200, seed: 7 },
    );
  });

  it('[E3] and any bytes at all are read without throwing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(readText(path, bytes, 40).bytes).toBe(bytes);
      }),
      { numRuns: 100, seed: 7 },
    );
  });
});
