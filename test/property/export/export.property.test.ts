import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { exportZip } from '../../../src/export/export-zip.ts';
import { JsonSplitter } from '../../../src/export/import/json-splitter.ts';
import { openImport } from '../../../src/export/import/open-import.ts';
import { createEstimator } from '../../../src/export/pack/count-tokens.ts';
import { makePack } from '../../../src/export/pack/make-pack.ts';
import { createSecretNumbers, maskText } from '../../../src/export/secrets/mask-text.ts';
import { allChunks } from '../../support/make-corpus.ts';
import { type MakeFile, makeView, makeViewFromImport } from '../../support/make-view.ts';
import { makeSink, readText } from '../../support/zip-fixtures.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest());
const wellFormed = (value: string): string => Buffer.from(value).toString();
/** Any well-formed text: files are UTF-8, which has no lone surrogates. */
const text = fc.string({ unit: 'grapheme', maxLength: 60 }).map((value) => wellFormed(value.replace(/\r/g, '')));
const segment = text
  .map((value) => wellFormed(value.replace(/[/\0]/g, '').slice(0, 30)))
  .filter((value) => !['', '.', '..'].includes(value));
const chunk = fc.record({
  content: text.map((value) => `${value}x`),
  headingPath: fc.array(text, { maxLength: 3 }),
  slug: fc.constant('slug'),
});
const file: fc.Arbitrary<MakeFile> = fc.record({
  path: fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')),
  kind: fc.constantFrom('markdown', 'text', 'json', 'html', 'code'),
  chunks: fc.array(chunk, { maxLength: 4 }),
});
const files = fc.uniqueArray(file, { maxLength: 5, selector: ({ path }) => path });

describe('exports of anything', () => {
  it('are the same after an import, and front matter keeps its values', async () => {
    await fc.assert(
      fc.asyncProperty(files, async (made) => {
        const view = makeView(made);
        const first = await zipOf(view);
        const imported = await openImport(new Blob([first]), { sha256 });
        expect(Buffer.compare(first, await zipOf(await makeViewFromImport(imported)))).toBe(0);
        for (const { ref, path, headingPath } of await allChunks(view)) {
          const front = readText(first, `chunks/${ref}.md`).split('\n---\n')[0] ?? '';
          expect(parseYaml(front.slice(4))).toMatchObject({ path, heading_path: headingPath });
        }
      }),
      { numRuns: 40 },
    );
  });

  it('never exceed the budget of a pack', async () => {
    const countTokens = createEstimator('claude');
    await fc.assert(
      fc.asyncProperty(
        files,
        fc.integer({ min: 0, max: 400 }),
        fc.constantFrom('markdown', 'xml'),
        async (made, budgetTokens, format) => {
          const candidates = await allChunks(makeView(made));
          const pack = await makePack({ candidates, budgetTokens, format, countTokens });
          expect(countTokens(pack.text)).toBeLessThanOrEqual(budgetTokens);
          expect(pack.tokens).toBe(countTokens(pack.text));
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('masking of anything', () => {
  it('keeps the number of lines and finds nothing more the second time', () => {
    const parts = fc.constantFrom(
      ...['pass', 'word', 'token', ' = ', ': ', '"', "'", '\n', 'gh', 'p_', 'aB3$xY7!', 'sk-', 'eyJ', '.', '://', '@'],
      'Z9'.repeat(20),
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 60 }), (list) => {
        const source = list.join('');
        const once = maskText(source, createSecretNumbers()).text;
        expect(once.split('\n').length).toBe(source.split('\n').length);
        expect(maskText(once, createSecretNumbers()).text).toBe(once);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the JSON splitter', () => {
  it('equals JSON.parse, however the bytes are sliced', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        (object, step, isPretty) => {
          const bytes = new TextEncoder().encode(JSON.stringify(object, null, isPretty ? 2 : 0));
          const splitter = new JsonSplitter({ arrays: new Set(), skip: new Set() }, 'x');
          const pairs: [string, unknown][] = [];
          for (let at = 0; at < bytes.length; at += step) {
            for (const { key, value } of splitter.feed(bytes.subarray(at, at + step))) pairs.push([key, value]);
          }
          splitter.end();
          expect(pairs).toEqual(Object.entries(JSON.parse(new TextDecoder().decode(bytes))));
        },
      ),
      { numRuns: 300 },
    );
  });
});

async function zipOf(view: ReturnType<typeof makeView>): Promise<Uint8Array<ArrayBuffer>> {
  const sink = makeSink();
  await exportZip({ view, form: 'full', sink });
  return new Uint8Array(sink.bytes());
}
