import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import { ingestFiles, makeEngine } from '../../support/make-engine.ts';
import { createPicker } from '../../unit/export/secrets/make-tokens.ts';

const MAX_CHARS = 1_000;
const pick = createPicker(47);
/** Values shorter than their replacements. */
const lines = (count: number): string[] =>
  Array.from({ length: count }, () => `password: "${pick('abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ', 10)}47"`);

const MASKED = /^password: "\[\[secret:password:\d+\]\]"$/;

interface IndexJson {
  readonly chunks: readonly {
    readonly id: string;
    readonly slug: string;
    readonly content: string;
    readonly part?: number;
    readonly start_line: number;
    readonly end_line: number;
    readonly heading_path: readonly string[];
  }[];
}

describe('chunks that masking makes longer than the limit', () => {
  it.each([
    ['of a section that was one chunk', 38],
    ['of a section that was cut before', 200],
  ])('%s are numbered as its parts, and keep all their text and lines', async (_, count) => {
    const own = lines(count);
    const { engine, id } = await makeImport(
      `<h1>Keys</h1>\n<pre>\n${own.join('\n')}\n</pre>\n<h1>After</h1><p>two</p>\n`,
    );
    const [raw, masked] = [await readIndex(engine, id, false), await readIndex(engine, id, true)];
    expect(masked.chunks.length).toBeGreaterThan(raw.chunks.length);
    expect(Math.max(...masked.chunks.map(({ content }) => content.length))).toBeLessThanOrEqual(MAX_CHARS);
    const keys = masked.chunks.filter(({ heading_path }) => heading_path.at(-1) === 'Keys');
    expect(keys.map(({ part }) => part)).toEqual(keys.map((_, i) => i + 1));
    expect(new Set(masked.chunks.map(({ slug }) => slug)).size).toBe(masked.chunks.length);
    const kept = keys.flatMap(({ content }) => content.split('\n')).filter((line) => line.startsWith('password'));
    expect(kept.map((line, i) => (MASKED.test(line) ? own[i] : line))).toEqual(own);
    // The text of a page has lines of its own, so a part may name the lines of its whole section.
    for (const [i, { start_line, end_line }] of keys.entries()) {
      expect(end_line).toBeGreaterThan(start_line);
      expect(start_line).toBeGreaterThanOrEqual(keys[i - 1]?.start_line ?? 1);
    }
    expect(keys.at(-1)?.end_line).toBeGreaterThanOrEqual(count);
  });

  it('of one long line are cut between characters, and all name that line', async () => {
    const { engine, id } = await makeImport(`<p>${lines(36).join(' 🦊 ')}</p>\n`);
    const { chunks } = await readIndex(engine, id, true);
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.map(({ part }) => part)).toEqual(chunks.map((_, i) => i + 1));
    for (const { content, start_line, end_line } of chunks) {
      expect(content).not.toMatch(/[\ud800-\udbff]$|^[\udc00-\udfff]/);
      expect([start_line, end_line]).toEqual([1, 1]);
    }
  });

  it('verify and give the same bytes when they are imported and exported again', async () => {
    const { engine, id } = await makeImport(`<h1>Keys</h1>\n<pre>\n${lines(200).join('\n')}\n</pre>\n`);
    const masked = await exportZip(engine, id, true);
    const again = await engine.importCollection({ file: masked, name: 'made', jobId: 'import-again' });
    expect((await engine.listWarnings(again.id)).filter(({ code }) => code === 'hash-mismatch')).toEqual([]);
    const bytes = async (blob: Blob): Promise<Buffer> => Buffer.from(await blob.arrayBuffer());
    expect((await bytes(await exportZip(engine, again.id, false))).equals(await bytes(masked))).toBe(true);
  });
});

/** An import has only the text of its chunks, so it cannot be re-chunked. */
async function makeImport(page: string): Promise<{ engine: Engine; id: string }> {
  const { engine } = await makeEngine();
  const settings = { chunk_target_chars: MAX_CHARS, chunk_max_chars: MAX_CHARS };
  const { id } = await engine.createCollection({ name: 'made', settings });
  await ingestFiles(engine, id, { 'page.html': page });
  const file = await exportZip(engine, id, false);
  const imported = await engine.importCollection({ file, name: 'made', jobId: 'import' });
  return { engine, id: imported.id };
}

async function exportZip(engine: Engine, collectionId: string, mask: boolean): Promise<Blob> {
  const { blob } = await engine.exportZip({ collectionId, jobId: `zip-${collectionId}-${mask}`, form: 'full', mask });
  return blob as Blob;
}

async function readIndex(engine: Engine, id: string, mask: boolean): Promise<IndexJson> {
  return JSON.parse(await (await engine.exportArtifact(id, 'index.json', { mask })).text());
}
