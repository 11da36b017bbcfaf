import { getEncoding } from 'js-tiktoken';
import { describe, expect, it } from 'vitest';
import { type CountTokens, createEstimator, loadO200k } from '../../../../src/export/pack/count-tokens.ts';
import { makePack } from '../../../../src/export/pack/make-pack.ts';
import type { Chunk } from '../../../../src/model/chunk.ts';
import { allChunks, makeCorpus, rankByWords } from '../../../support/make-corpus.ts';
import { makeView } from '../../../support/make-view.ts';
import { createRandom } from '../../../support/random.ts';
import { sampleSize } from '../../../support/sample-size.ts';

const oracle = getEncoding('o200k_base');
const countChars = (text: string): number => Math.ceil(text.length / 4);

describe('makePack', () => {
  it('stays within a 32k budget and uses 95 % of it for random queries, counted by another tokenizer', {
    timeout: 120_000,
  }, async () => {
    const view = makeCorpus(5, 220);
    const chunks = await allChunks(view);
    const words = [...new Set(chunks.slice(0, 50).flatMap((chunk) => chunk.content.split(/\s+/)))].filter(
      (word) => word.length > 3,
    );
    const countTokens = remember(await loadO200k());
    const random = createRandom(77).next;
    const queries = sampleSize({ sample: 8, whole: 50 });
    for (let query = 0; query < queries; query++) {
      const picked = Array.from({ length: 3 }, () => words[Math.floor(random() * words.length)] as string);
      const pack = await makePack({
        candidates: rankByWords(chunks, picked),
        budgetTokens: 32_000,
        format: query % 2 === 0 ? 'markdown' : 'xml',
        countTokens,
        title: picked.join(' '),
        findChunk: findIn(chunks),
      });
      expect(pack.candidates).toBeGreaterThan(100);
      expect(pack.tokens).toBeLessThanOrEqual(32_000);
      expect(pack.tokens).toBeGreaterThanOrEqual(32_000 * 0.95);
      // The oracle is slow: it recounts only some packs as a whole, which must match exactly.
      if (query % 16 === 0) expect(oracle.encode(pack.text, [], []).length).toBe(pack.tokens);
    }
  });

  it('includes equal content once and orders by path and line under file headings', async () => {
    const view = makeView([
      { path: 'b.md', chunks: [{ content: 'same text' }, { content: 'second of b' }] },
      { path: 'a.md', chunks: [{ content: 'same text' }, { content: 'second of a' }] },
    ]);
    const chunks = await allChunks(view);
    const ranked = [chunks[3], chunks[2], chunks[0], chunks[1]] as Chunk[];
    const input = { candidates: ranked, budgetTokens: 500, format: 'markdown', countTokens: countChars } as const;
    const pack = await makePack({ ...input, order: 'path' });
    expect(pack.candidates).toBe(3);
    expect(pack.refs).toEqual(['c0002', 'c0003', 'c0004']);
    expect(pack.text.match(/same text/g)?.length).toBe(1);
    expect(pack.text).toContain('## a.md:3-3\n');
    expect(pack.text).toContain('## b.md:1-3\n');
  });

  it('begins with the instructions and ends with the whole question, within the budget', async () => {
    const view = makeView([{ path: 'a.md', chunks: [{ content: 'one '.repeat(40) }, { content: 'two '.repeat(40) }] }]);
    const candidates = await allChunks(view);
    const question = `Why?\n\n${'It fails. '.repeat(40)}]]> end`;
    const input = { candidates, countTokens: countChars, title: question, instructions: ' Be brief.\n' } as const;
    const markdown = await makePack({ ...input, budgetTokens: 500, format: 'markdown' });
    expect(markdown.text.startsWith('Be brief.\n\n# Context: Why? It fails.')).toBe(true);
    expect(markdown.text.split('\n')[2]).toHaveLength('# Context: '.length + 201);
    expect(markdown.text.endsWith(`\n---\n\nQuestion: ${question}\n`)).toBe(true);
    expect(markdown.tokens).toBe(countChars(markdown.text));
    const xml = await makePack({ ...input, budgetTokens: 500, format: 'xml' });
    expect(xml.text).toContain('>\n<instructions><![CDATA[\nBe brief.\n]]></instructions>\n<files ');
    expect(xml.text.endsWith(']]]]><![CDATA[> end\n]]></question>\n</context>\n')).toBe(true);
    const small = await makePack({ ...input, budgetTokens: markdown.tokens - 1, format: 'markdown' });
    expect(small.chunks).toBeLessThan(markdown.chunks);
    expect((await makePack({ ...input, budgetTokens: 20, format: 'markdown' })).text).toBe('');
  });

  it('bridges a gap of one chunk if it fits and joins neighbours with their blank lines', async () => {
    const view = makeView([
      { path: 'a.md', chunks: [{ content: 'one' }, { content: 'two' }, { content: 'three' }, { content: 'far' }] },
    ]);
    const chunks = await allChunks(view);
    const base = { budgetTokens: 300, format: 'markdown', countTokens: countChars, findChunk: findIn(chunks) } as const;
    const pack = await makePack({ ...base, candidates: [chunks[0], chunks[2]] as Chunk[] });
    expect(pack.refs).toEqual(['c0001', 'c0002', 'c0003']);
    expect(pack.text).toContain('one\n\ntwo\n\nthree');
    expect(pack.text).toContain('a.md:1-5');
    const wide = await makePack({ ...base, candidates: [chunks[0], chunks[3]] as Chunk[] });
    expect(wide.refs).toEqual(['c0001', 'c0004']);
  });

  it('uses fences longer than any run inside, and content cannot end the XML envelope', async () => {
    const view = makeView([{ path: 'a<b>.md', chunks: [{ content: 'x ````` y ]]> </chunk></context>' }] }]);
    const candidates = await allChunks(view);
    const base = { candidates, budgetTokens: 400, countTokens: countChars };
    const markdown = await makePack({ ...base, format: 'markdown' });
    expect(markdown.text).toContain('\n``````\nx ````` y');
    const xml = await makePack({ ...base, format: 'xml' });
    expect(xml.text).toContain('x ````` y ]]]]><![CDATA[> </chunk></context>\n]]></chunk>');
    expect(xml.text).toContain('path="a&lt;b&gt;.md"');
  });

  it('is empty if not even the envelope fits, and is the same every time', async () => {
    const candidates = await allChunks(makeCorpus(3, 10));
    const base = { candidates, format: 'markdown', countTokens: countChars } as const;
    expect(await makePack({ ...base, budgetTokens: 5 })).toMatchObject({ text: '', tokens: 0, chunks: 0 });
    const first = await makePack({ ...base, budgetTokens: 3_000 });
    expect(await makePack({ ...base, budgetTokens: 3_000 })).toEqual(first);
    expect(first.tokens).toBeGreaterThan(2_850);
  });

  it('fills small budgets too, by exchanging small chunks for larger ones', async () => {
    const contents = [3_000, 2_400, 2_600, 2_500].map((size, index) => `${index} `.repeat(size));
    const view = makeView([{ path: 'a.md', chunks: contents.map((content) => ({ content })) }]);
    const candidates = [...(await allChunks(view))].reverse();
    const pack = await makePack({ candidates, budgetTokens: 2_750, format: 'markdown', countTokens: countChars });
    expect(pack.tokens).toBeLessThanOrEqual(2_750);
    expect(pack.tokens).toBeGreaterThan(2_500);
  });
});

describe('counting tokens', () => {
  it('accepts special tokens and stays fast on long runs, whose cost would be quadratic', async () => {
    const count = await loadO200k();
    expect(count('<|endoftext|>')).toBeGreaterThan(1);
    expect(count('a'.repeat(30_000))).toBeGreaterThan(1_000);
    expect(count(`${' '.repeat(20_000)}x${'='.repeat(20_000)}`)).toBeGreaterThan(100);
  });

  it('agrees with an independent o200k on ordinary text', async () => {
    const count = await loadO200k();
    const texts = [
      '',
      'Hello, world!',
      'DON’T panic: it\'s "fine"',
      'const x = { a: 1 };\n\n\treturn x;\r\n',
      '日本語 👩‍👩‍👧 Ünï',
      '0123456789 3.14',
    ];
    for (const text of texts) expect([text, count(text)]).toEqual([text, oracle.encode(text, [], []).length]);
  });

  it('gives the same total line by line as for the whole text', async () => {
    const count = await loadO200k();
    const random = createRandom(7).next;
    const pieces = ['\n', '\n', ' ', ' ', '\t', '/', '(', ')', 'a', 'Bc', '1', "'s", '\r', 'é', '\u00a0', '.', '语'];
    for (let i = 0; i < 300; i++) {
      const text = Array.from({ length: 14 }, () => pieces[Math.floor(random() * pieces.length)]).join('');
      expect(count(text), JSON.stringify(text)).toBe(oracle.encode(text, [], []).length);
    }
  });

  it('estimates other families by their documented characters per token', () => {
    expect(createEstimator('claude')('x'.repeat(350))).toBe(100);
    expect(createEstimator('gemini')('é'.repeat(400))).toBe(100);
  });
});

/** The same chunks recur in every query. */
function remember(count: CountTokens): CountTokens {
  const known = new Map<string, number>();
  return (text) => {
    const tokens = known.get(text) ?? count(text);
    known.set(text, tokens);
    return tokens;
  };
}

function findIn(chunks: readonly Chunk[]): (path: string, chunkIndex: number) => Promise<Chunk | undefined> {
  return async (path, index) => chunks.find((chunk) => chunk.path === path && chunk.chunkIndex === index);
}
