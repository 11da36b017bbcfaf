import { deepStrictEqual } from 'node:assert/strict';
import { makeOne } from '../../../src/engine/ingest/file-outcome.ts';
import { createLocalLeafMaker } from '../../../src/engine/ingest/local-leaf-maker.ts';
import type { Kernel } from '../../../src/kernel/contract.ts';
import { DEFAULT_SETTINGS } from '../../../src/model/settings.ts';
import { expectCovered } from '../../support/expect-covered.ts';
import { makeZip, type Parts } from '../../support/make-document.ts';
import { nodePdf } from '../../support/node-pdf.ts';
import { TINY_DOCUMENTS, TINY_PARTS } from '../../support/tiny-documents.ts';
import type { FuzzTarget, Seed } from '../contract.ts';

const TOKENS = [
  ...['PK\x01\x02', 'PK\x03\x04', 'PK\x05\x06', 'PK\x06\x06', '\xff\xff\xff\xff', '\0\0\0\0'],
  ...['<a>', '</a>', '<a/>', '<w:p>', '</w:p>', '<w:tbl><w:tr><w:tc>', '<text:list><text:list-item>', '<row><c>'],
  ...[
    '<!DOCTYPE a [<!ENTITY b "c">]>',
    '&b;',
    '&#x110000;',
    '&lt;',
    '<![CDATA[',
    ']]>',
    '<?xml version="1.0"?>',
    '<!--',
  ],
  ...[' r="XFD1048576"', ' r="A0"', ' w:val="-1"', ' text:c="999999999"', ' table:number-rows-repeated="1048576"'],
  ...[' Target="../../../../etc/passwd"', ' Target="document.xml"', ' TargetMode="External"', 'formatCode="[$-409]"'],
  ...['1 0 obj', 'endobj', 'stream\n', '\nendstream', '<<', '>>', '/Kids[2 0 R]', '/Count -1', '/Length 99999999'],
  ...['/Filter/FlateDecode', '/Rotate 90', 'xref\n', 'trailer', 'startxref\n0', '/Parent 2 0 R', '/Encrypt 1 0 R'],
  ...['BT /F1 1e38 Tf', '0 0 0 0 0 0 Tm', '(\\)Tj', 'ET', '{\\rtf1', '{\\*\\x', '\\bin9999', "\\'", '\\u-1?', '\\uc9'],
  ...['\\cell', '\\row', '{', '}', '\\', '\n', '日本', '\u202e', '\0'],
];

/** A part inside its document, named after a bar: mutated bytes of a zip rarely reach the reader of its parts. */
const PART_SEEDS: readonly Seed[] = Object.entries(TINY_PARTS).flatMap(([format, parts]) =>
  Object.entries(parts).map(([part, text]) => ({
    name: `tiny.${format}|${part}`,
    bytes: new TextEncoder().encode(text as string),
  })),
);

/** Every document reader refuses what it cannot read, and reads the rest completely and the same every time. */
export function createDocumentTarget(kernels: readonly Kernel[]): FuzzTarget {
  const [first, ...others] = kernels.map((kernel) => ({
    kernel,
    ...createLocalLeafMaker({ kernel, pdfReader: nodePdf }),
  })) as [MakerOf, ...MakerOf[]];
  return {
    name: 'documents',
    weight: 8,
    seeds: [...Object.entries(TINY_DOCUMENTS).map(([name, bytes]) => ({ name, bytes })), ...PART_SEEDS],
    tokens: TOKENS,
    async check(input, random) {
      const { path, bytes } = toDocument(input);
      const make = (maker: MakerOf) => makeOne(maker, { path, bytes: bytes.slice(), settings: DEFAULT_SETTINGS });
      const result = await make(first);
      if (result.incomplete !== undefined) throw new Error(`left incomplete: ${result.incomplete}`);
      const { refused, warnings } = result.facts;
      if (refused !== undefined && !warnings.some(({ code, message }) => code === refused && message !== ''))
        throw new Error(`refused as ${refused} without a word`);
      const view = first.kernel.readLeaf(result.leaf);
      expectCovered({ view, contents: result.contents }, DEFAULT_SETTINGS);
      if (random.below(10) > 0) return;
      const again = await make(random.pick(others));
      deepStrictEqual(again.leaf, result.leaf, 'reads otherwise the second time');
    },
  };
}

type MakerOf = ReturnType<typeof createLocalLeafMaker> & { readonly kernel: Kernel };

function toDocument({ name, bytes }: Seed): { readonly path: string; readonly bytes: Uint8Array } {
  const [path = '', part] = name.split('|');
  if (part === undefined) return { path, bytes };
  return { path, bytes: makeZip({ ...(TINY_PARTS[path.slice(5)] as Parts), [part]: bytes }) };
}
