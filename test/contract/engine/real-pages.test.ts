import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import { toWords } from '../../support/document-readers.ts';
import { makeFilled } from '../../support/make-engine.ts';
import { hasProgram } from '../../support/other-readers.ts';
import { readExport } from '../../support/read-exports.ts';
import { sampleSize } from '../../support/sample-size.ts';
import { testData } from '../../support/test-data.ts';
import { type MarkedText, readMarked, readPages, splitRange } from './page-oracle.ts';

const canRun = testData.available && hasProgram('pdftotext', '-v');
const FORMATS = ['pdf', 'pptx', 'xlsx'];

function listDocuments() {
  const all = FORMATS.flatMap((format) =>
    readdirSync(testData.path('documents', format)).map((name) => ({
      name,
      path: testData.path('documents', format, name),
    })),
  );
  return all
    .filter((_, i) => i % sampleSize({ sample: 20, whole: 1 }) === 0)
    .map(({ name, path }) => ({ name, path, pages: readPages(path) ?? new Map<string, string[]>() }))
    .filter(({ pages }) => pages.size > 0);
}

describe.skipIf(!canRun)(`pages of real documents (needs pdftotext and data; ${testData.reason})`, () => {
  it('are where another reader finds their words, in packs, single files and chunk files', {
    timeout: 600_000,
  }, async () => {
    const documents = listDocuments();
    const wrong: string[] = [];
    let checked = 0;
    for (const { name, path, pages } of documents) {
      const { engine, id } = await makeFilled({ [name]: new Uint8Array(readFileSync(path)) });
      for (const [what, texts] of await writeAll(engine, id, name))
        for (const text of texts) {
          checked++;
          const problem = findProblem(text, pages);
          if (problem !== undefined) wrong.push(`${name} ${what} ${text.from}: ${problem}`);
        }
    }
    process.stdout.write(`${documents.length} documents, ${checked} ranges checked, ${wrong.length} wrong\n`);
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThan(documents.length * 3);
  });
});

async function writeAll(engine: Engine, id: string, path: string): Promise<[string, MarkedText[]][]> {
  const pack = { collectionId: id, format: 'markdown', counter: 'other', mask: true } as const;
  const selection = { paths: [path], include: [], exclude: [], picks: [] };
  const whole = await engine.makePack({ ...pack, selection, budgetTokens: 500_000 });
  const small = await engine.makePack({ ...pack, query: 'the of a is in 1', budgetTokens: 1_200 });
  const text = { collectionId: id, what: 'one-file', format: 'markdown', counter: 'other' } as const;
  const one = await engine.exportText({ ...text, jobId: 'one', mask: false });
  const { texts: entries } = await readExport(engine, id);
  const chunks = Object.entries(entries).filter(([name]) => name.startsWith('chunks/'));
  const outputs: [string, MarkedText[]][] = [
    ['pack', readMarked(whole.text, path)],
    ['small pack', readMarked(small.text, path)],
    ['single file', readMarked((await one.blob?.text()) ?? '', path)],
    ['chunk file', chunks.flatMap(([, own]) => readChunkFile(own))],
  ];
  return outputs.map(([what, texts]) => [what, joinEqual(texts)]);
}

/** Joins the pieces of a row or page over the size limit. */
function joinEqual(texts: readonly MarkedText[]): MarkedText[] {
  const joined = new Map<string, MarkedText>();
  for (const text of texts) {
    const key = `${text.from} ${text.to}`;
    joined.set(key, { ...text, text: `${joined.get(key)?.text ?? ''}\n${text.text}` });
  }
  return [...joined.values()];
}

/** Returns the address of the front matter: `p. 3`, `p. 3…p. 5`. */
function readChunkFile(file: string): MarkedText[] {
  const [, address] = /^address: (.*)$/m.exec(file) ?? [];
  const text = file.slice(file.indexOf('\n---\n') + 5);
  if (address === undefined || address === 'null') return [];
  const [first, last = first] = (JSON.parse(address) as string).split('…').map((part) => splitRange(part));
  if (first === undefined || last === undefined) throw new Error(`no address: ${address}`);
  return [{ from: first[0], to: last[1], text }];
}

/** Checks that word pairs that occur on a single page are on a page of the named range. The two readers may decode a few glyphs differently. */
function findProblem(
  { from, to, text }: MarkedText,
  pages: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  if (from.includes('!')) return findMissingRows({ from, to, text }, pages);
  const names = [...pages.keys()];
  const [first, last] = [names.indexOf(from), names.indexOf(to)];
  if (first < 0 || last < first) return `no such pages: ${from} to ${to}`;
  // Readers may order the shapes of a slide differently, so pairs do not cross lines.
  const wanted = new Set(text.split('\n').flatMap((line) => [...toPairs(toWords(line))]));
  const own = names.map((name) => toPairs(pages.get(name) ?? []));
  const isUnique = (pair: string): boolean => own.filter((pairs) => pairs.has(pair)).length === 1;
  const found = [...wanted].filter(isUnique).map((pair) => own.findIndex((pairs) => pairs.has(pair)));
  const elsewhere = found.filter((page) => page < first || page > last);
  if (elsewhere.length <= found.length * MAX_STRAY) return undefined;
  return `${elsewhere.length} of ${found.length} pairs of words are on ${names[elsewhere[0] as number]}`;
}

const MAX_STRAY = 0.02;

/** Checks that every string of the rows is in the text. */
function findMissingRows(
  { from, to, text }: MarkedText,
  rows: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  const sheetOf = (name: string): string => name.slice(0, name.lastIndexOf('!'));
  const rowOf = (name: string): number => Number(name.slice(name.lastIndexOf('!') + 1));
  const own = new Set(toWords(text));
  const inside = [...rows].filter(
    ([name]) =>
      sheetOf(from) === sheetOf(to) &&
      sheetOf(name) === sheetOf(from) &&
      rowOf(name) >= rowOf(from) &&
      rowOf(name) <= rowOf(to),
  );
  const missing = inside.flatMap(([, words]) => words).find((word) => !own.has(word));
  return missing === undefined ? undefined : 'a string of these rows is missing';
}

function toPairs(words: readonly string[]): Set<string> {
  return new Set(words.slice(1).map((word, i) => `${words[i]} ${word}`));
}
