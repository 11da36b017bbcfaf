import { Session } from 'node:inspector';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../src/model/settings.ts';
import { readJson } from '../../../src/read/json/read-json.ts';
import { readHtml } from '../../../src/read/read-html.ts';
import { readText } from '../../../src/read/read-text.ts';
import { growthOf } from '../../support/growth-of.ts';
import { makeLeafOf } from '../../support/make-leaf.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { listCuts } from '../../support/scan-text.ts';

const kernel = await loadNodeKernel();
const MB = 1_000_000;

/** [E4] Each could make a scanner read the same bytes again and again, or grow a stack. */
const HOSTILE: readonly (readonly [name: string, path: string, make: (bytes: number) => string])[] = [
  ['adornments without text', 'a.rst', (n) => '====\n'.repeat(n / 5)],
  ['overlines without underlines', 'a.rst', (n) => '====\nx\n\n'.repeat(n / 8)],
  ['titles of markup that never closes', 'a.rst', (n) => `${'*`|_ '.repeat(60)}\n${'='.repeat(300)}\n`.repeat(n / 601)],
  ['simple tables without a bottom', 'a.rst', (n) => '== ==\na b\n'.repeat(n / 10)],
  ['fields without an end', 'a.rst', (n) => `:${'a:b'.repeat(300)}\n`.repeat(n / 902)],
  [
    'blocks within blocks',
    'a.adoc',
    (n) => Array.from({ length: Math.sqrt(n) }, (_, i) => `${'='.repeat(4 + i)}\n`).join(''),
  ],
  ['one paragraph of titles', 'a.adoc', (n) => `x\n${'== y\n'.repeat(n / 5)}`],
  ['titles of markup that never closes', 'a.adoc', (n) => `== ${'*_`#+ {a'.repeat(35)}\n\n`.repeat(n / 285)],
  ['stars', 'a.org', (n) => `${'*'.repeat(n / 2)} x\n${'* '.repeat(n / 4)}`],
  ['headlines of markup', 'a.org', (n) => `* ${'*a =b ~c '.repeat(30)}:x\n`.repeat(n / 275)],
  ['sections that never close', 'a.tex', (n) => '\\section{'.repeat(n / 9)],
  ['no backslash but the last', 'a.tex', (n) => `${'x\n'.repeat(n / 2)}\\`],
  ['100,000 keys', 'a.yaml', (n) => Array.from({ length: n / 10 }, (_, i) => `k${i}: 1\n`).join('')],
  [
    'keys within keys',
    'a.yaml',
    (n) => Array.from({ length: Math.sqrt(n * 2) }, (_, i) => `${' '.repeat(i)}a:\n`).join(''),
  ],
  ['documents', 'a.yaml', (n) => '---\na: 1\n'.repeat(n / 9)],
  ['anchors and merges', 'a.yaml', (n) => 'a: &a\n  <<: *a\n'.repeat(n / 15)],
  ['items', 'a.yaml', (n) => '- a\n'.repeat(n / 4)],
  ['spaces before a colon', 'a.yaml', (n) => `a${' '.repeat(150)}b\n`.repeat(n / 153)],
  ['arrays that never close', 'a.toml', (n) => `a = ${'[\n'.repeat(n / 2)}`],
  ['tables', 'a.toml', (n) => '[a]\n'.repeat(n / 4)],
  ['continued lines', 'a.properties', (n) => `a=\\\n${'b\\\n'.repeat(n / 3)}`],
  ['quotes over lines', 'a.csv', (n) => 'a,"b\n\n",c\n'.repeat(n / 10)],
  ['a quote that is never closed', 'a.csv', (n) => `"a\n${'b,c\n'.repeat(n / 4)}`],
  ['no quote but the last', 'a.csv', (n) => `${'a,b\n'.repeat(n / 4)}"`],
  ['one row', 'a.csv', (n) => 'a,'.repeat(n / 2)],
  ['statements on one line', 'a.sql', (n) => 'create table a(b);'.repeat(n / 18)],
  ['quotes and comments that never close', 'a.sql', (n) => "'/*$$`--".repeat(n / 8)],
  ['braces', 'a.graphql', (n) => 'type A {'.repeat(n / 8)],
  ['messages within messages', 'a.proto', (n) => 'message A {'.repeat(n / 11)],
  ['closing braces', 'a.proto', (n) => '}'.repeat(n)],
  ['a head that never ends', 'a.proto', (n) => 'a\n'.repeat(n / 2)],
  ['heredocs that never end', 'a.tf', (n) => 'a = <<EOF\n'.repeat(n / 10)],
  ['targets', 'Makefile', (n) => `${'a '.repeat(100)}: b\n`.repeat(n / 204)],
  ['spaces and no colon', 'Makefile', (n) => `a${' '.repeat(390)}\n`.repeat(n / 392)],
  ['stages', 'Dockerfile', (n) => 'FROM a\n'.repeat(n / 7)],
  ['entries', 'a.po', (n) => 'msgid ""\n\n'.repeat(n / 10)],
  ['cues', 'a.srt', (n) => '1\n00:00:01,000 --> 00:00:02,000\na\n\n'.repeat(n / 35)],
  ['times', 'a.log', (n) => '2024-01-01 a\n'.repeat(n / 13)],
  ['hunks', 'a.diff', (n) => `--- a\n+++ b\n${'@@ -1 +1 @@\n-a\n+b\n'.repeat(n / 18)}`],
  ['heads of files', 'a.diff', (n) => 'diff --git a/x b/x\n'.repeat(n / 19)],
  ['one line', 'a.yaml', (n) => 'x: y '.repeat(n / 5)],
];

/** Texts for HTML, JSON and notebooks. */
const OTHERS: typeof HOSTILE = [
  ['divs', 'a.html', (n) => '<div>'.repeat(n / 5)],
  ['open tags and stray ends', 'a.html', (n) => '<p><b></i></div>'.repeat(n / 16)],
  ['tables in tables', 'a.html', (n) => '<table><tr><td>pw'.repeat(n / 17)],
  ['rows that cover others', 'a.html', (n) => `<table>${'<tr><td rowspan=9>pw<td>x'.repeat(n / 25)}`],
  ['lists in quotations', 'a.html', (n) => '<blockquote><ul><li>x'.repeat(n / 21)],
  ['comments', 'a.html', (n) => '<!--x--><!-'.repeat(n / 11)],
  ['members', 'a.json', (n) => `{${Array.from({ length: n / 10 }, (_, i) => `"k${i}":1`).join(',')}}`],
  ['arrays', 'a.json', (n) => '['.repeat(n / 2) + ']'.repeat(n / 2)],
  ['strings that never close', 'a.json', (n) => '{"a":"'.repeat(n / 6)],
  ['lines', 'a.jsonl', (n) => '{"a":[1,{}]}\n'.repeat(n / 13)],
  [
    'cells',
    'a.ipynb',
    (n) => JSON.stringify({ cells: Array(Math.ceil(n / 40)).fill({ cell_type: 'code', source: ['a\n'] }) }),
  ],
];

function readAny(path: string, bytes: Uint8Array): unknown {
  if (path.endsWith('.html')) return readHtml(bytes);
  return /json|ipynb/.test(path) ? readJson(path, bytes, DEFAULT_SETTINGS) : readText(path, bytes, 4_000);
}

describe('hostile text formats', () => {
  for (const [name, path, make] of HOSTILE) {
    it(`[E3][E4] ${path}, ${name}: every chunk is within the cap and work grows with size, not with its square`, () => {
      const [small, large] = [MB / 64, MB / 4].map((bytes) => new TextEncoder().encode(make(bytes))) as [
        Uint8Array,
        Uint8Array,
      ];
      const scan = (bytes: Uint8Array) => readText(path, bytes, 4_000);
      const { chunks } = makeLeafOf(kernel, large, { kind: 'text', path, read: scan(large) });
      expect(chunks.length).toBeGreaterThan(0);
      expect(chunks.filter((chunk) => chunk.chars > 8_000)).toEqual([]);
      expect(
        growthOf(
          () => scan(small),
          () => scan(large),
        ),
      ).toBeLessThan(6);
    });
  }

  it('100,000 keys of YAML become chunks with addresses, without omissions', () => {
    const text = Array.from({ length: 100_000 }, (_, i) => `key_${i}: value\n`).join('');
    const read = readText('a.yaml', new TextEncoder().encode(text), 4_000);
    const { chunks, warnings } = makeLeafOf(kernel, text, { kind: 'text', path: 'a.yaml', read });
    expect(warnings).toEqual([]);
    expect(chunks.map((chunk) => chunk.content).join('\n')).toBe(text.trimEnd());
    expect(chunks.at(-1)?.address).toMatch(/\$\.key_99999$/);
  });

  it.each([
    ['a.rst', '\tTitle\n\t=====\n \t\n====\t\n'],
    ['a.yaml', '\ta: 1\n\t- b\n  \tc: 2\n'],
    ['a.toml', '\t[a\n]\t\n'],
    ['Makefile', '    \ta: b\n'],
  ])('mixed tabs of %s give no cut', (path, text) => {
    expect(listCuts(path, text)).toEqual([]);
  });
});

describe('hostile text: eight times the text takes no more than eight times the steps', () => {
  const session = new Session();
  beforeAll(() => {
    session.connect();
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  });
  afterAll(() => session.disconnect());

  it.each([...HOSTILE, ...OTHERS])('%s in %s', (_, path, make) => {
    const texts = [10_000, 80_000].map((bytes) => new TextEncoder().encode(make(bytes)));
    // V8 does not count the first calls of a function.
    for (const text of texts) readAny(path, text);
    takeSteps(session);
    const [small, large] = texts.map((text) => {
      readAny(path, text);
      return takeSteps(session) / text.length;
    }) as [number, number];
    // Compiled functions are not counted from their first call on, so steps differ by half between runs; a square would give eight.
    expect(large).toBeLessThan(3 * small + 0.1);
  });
});

/** How often blocks of the project's sources ran since the last call: loops and calls, the same on every machine. Work inside patterns is not counted. */
function takeSteps(session: Session): number {
  let steps = 0;
  session.post('Profiler.takePreciseCoverage', (_, coverage) => {
    for (const { url, functions } of coverage.result)
      if (url.includes('/src/')) for (const { ranges } of functions) for (const { count } of ranges) steps += count;
  });
  return steps;
}
