import { describe, expect, it } from 'vitest';
import type { Note, PlacedNote } from '../../../src/model/outputs/note.ts';
import { NO_SELECTION } from '../../../src/model/outputs/selection.ts';
import { makeEngine, makeFilled, syncFiles } from '../../support/make-engine.ts';
import { createRandom } from '../../support/random.ts';

const CONTEXT = 64;
const NOTES = 200;
const SYNCS = 10;

/** A note on a part of a file, as the reader makes it. */
function makeNote(id: string, path: string, text: string, exact: string, note?: string): Note {
  const start = text.indexOf(exact);
  const prefix = text.slice(Math.max(0, start - CONTEXT), start);
  const suffix = text.slice(start + exact.length, start + exact.length + CONTEXT);
  const at = `2026-01-02T03:04:${id.padStart(6, '0').slice(-2)}.000Z`;
  return { id, at, path, quote: { exact, prefix, suffix }, ...(note === undefined ? {} : { text: note }) };
}

describe('200 highlights over ten edits and syncs', () => {
  const random = createRandom(7);
  const words = Array.from({ length: 400 }, (_, i) => `w${(i * 7919).toString(36)}`);
  const makeLine = (): string => Array.from({ length: 6 + random.below(8) }, () => random.pick(words)).join(' ');
  const files: Record<string, string[]> = {};
  for (let i = 0; i < 12; i++)
    files[`part/${i % 2 === 0 ? 'text' : 'page'}-${i}.${i % 3 === 0 ? 'txt' : 'md'}`] = Array.from(
      { length: 60 },
      makeLine,
    );
  const join = (): Record<string, string> =>
    Object.fromEntries(Object.entries(files).map(([path, lines]) => [path, `${lines.join('\n\n')}\n`]));
  const editOnce = (): void => {
    const paths = Object.keys(files);
    for (let i = 0; i < 25; i++) {
      const path = random.pick(paths);
      const lines = files[path];
      if (lines === undefined) continue;
      const at = random.below(lines.length);
      const kind = random.below(5);
      const line = lines[at] as string;
      if (kind === 0) lines.splice(at, 1);
      else if (kind === 1) lines.splice(at, 0, makeLine());
      else if (kind === 2) lines[at] = line.split(' ').reverse().join(' ');
      // A line that is wrapped elsewhere has the same words.
      else if (kind === 3) lines[at] = line.replaceAll(' ', '\n').replace('\n', '  ');
      else lines.push(...lines.splice(at, 3));
    }
    const [moved] = paths;
    if (random.below(3) === 0 && moved !== undefined) {
      files[`moved/${moved.split('/').at(-1)}`] = files[moved] as string[];
      delete files[moved];
    }
  };

  it('none is lost: each is at its text again, or listed as gone', { timeout: 120_000 }, async () => {
    const first = join();
    const { engine, id } = await makeFilled(first);
    for (let i = 0; i < NOTES; i++) {
      const path = random.pick(Object.keys(first));
      const own = (random.pick(files[path] as string[]) as string).split(' ');
      const start = random.below(own.length - 3);
      const exact = own.slice(start, start + 2 + random.below(own.length - start - 2)).join(' ');
      const made = await engine.keepNote(id, makeNote(String(i), path, first[path] as string, exact));
      expect(made.place?.path, exact).toBe(path);
    }
    let gone = 0;
    for (let round = 0; round < SYNCS; round++) {
      editOnce();
      const now = join();
      await syncFiles(engine, id, now);
      const notes = await engine.listNotes(id);
      expect(notes).toHaveLength(NOTES);
      gone = notes.filter((note) => checkPlace(note, now) === 'gone').length;
    }
    // The edits delete and change lines: some are gone, most are not.
    expect(gone).toBeGreaterThan(5);
    expect(gone).toBeLessThan(NOTES / 2);
  });
});

/** Compares a place with a search of all texts, without regard to white space. */
function checkPlace({ quote, place, path }: PlacedNote, files: Readonly<Record<string, string>>): 'there' | 'gone' {
  const fold = (text: string) => ` ${text.trim().replace(/\s+/g, ' ')} `;
  const exact = fold(quote.exact);
  if (place !== undefined) {
    const text = files[place.path] as string;
    const [first, last] = place.lines;
    const lines = fold(
      text
        .split('\n')
        .slice(first - 1, last)
        .join(' '),
    );
    expect(lines).toContain(exact);
    return 'there';
  }
  const own = files[path] ?? files[`moved/${path.split('/').at(-1)}`];
  // Several places that are equally likely are no place.
  const count = fold(own ?? '').split(exact).length - 1;
  expect(count === 1 ? exact : '').toBe('');
  return 'gone';
}

const TEXT = '# Heron\n\nThe **night heron** lives by the [reed bed](plants/reed.md) and eats frogs.\n\nIt sleeps.\n';

describe('notes', () => {
  it('are found by what a reader sees: without mark-up, across lines', async () => {
    const { engine, id } = await makeFilled({ 'heron.md': TEXT });
    const seen = { exact: 'night heron lives by the reed bed and', prefix: 'The ', suffix: ' eats frogs. It sleeps.' };
    const note = await engine.keepNote(id, { id: 'a', at: '2026', path: 'heron.md', quote: seen, text: 'where?' });
    expect(note.place).toMatchObject({ path: 'heron.md', lines: [3, 3], title: 'Heron' });
  });

  it('tell repeated sentences apart by the words around them, and choose none if they cannot', async () => {
    const lines = Array.from({ length: 9 }, (_, i) => `Case ${'abcdefghi'[i]} was opened.\n\nIt was closed.\n`);
    const text = lines.join('\n');
    const { engine, id } = await makeFilled({ 'cases.md': text });
    const at = text.indexOf('It was closed', text.indexOf('Case e'));
    const quote = { exact: 'It was closed', prefix: text.slice(at - 20, at), suffix: text.slice(at + 13, at + 30) };
    const one = await engine.keepNote(id, { id: 'a', at: '2026', path: 'cases.md', quote });
    expect(text.split('\n')[(one.place?.lines[0] ?? 0) - 3]).toBe('Case e was opened.');
    const any = await engine.keepNote(id, {
      ...one,
      id: 'b',
      quote: { exact: 'It was closed', prefix: '', suffix: '' },
    });
    expect(any.place).toBeUndefined();
  });

  it('are not found inside other words', async () => {
    const { engine, id } = await makeFilled({ 'a.md': 'We concatenate them.\n' });
    const quote = { exact: 'cat', prefix: 'the ', suffix: ' sat' };
    expect((await engine.keepNote(id, { id: 'a', at: '2026', path: 'a.md', quote })).place).toBeUndefined();
  });

  it('are hits of kind:note by the words of quotation and note, and listed without words', async () => {
    const { engine, id } = await makeFilled({ 'heron.md': TEXT, 'ibis.md': '# Ibis\n\nA wader with a bill.\n' });
    await engine.keepNote(id, makeNote('1', 'heron.md', TEXT, 'eats frogs', 'Ask **Ada** about this'));
    await engine.keepNote(id, {
      ...makeNote('2', 'ibis.md', '', ''),
      quote: { exact: 'a bill', prefix: '', suffix: '' },
    });
    expect((await engine.search(id, 'kind:note')).hits.map(({ path }) => path)).toEqual(['ibis.md', 'heron.md']);
    const { hits, total } = await engine.search(id, 'kind:note ada FROGS');
    expect(total).toBe(1);
    expect(hits[0]).toMatchObject({ path: 'heron.md', lines: [3, 3], snippet: 'eats frogs – Ask **Ada** about this' });
    expect(hits[0]?.ranges.map(([start, end]) => hits[0]?.snippet.slice(start, end))).toEqual(['frogs', 'Ada']);
    expect((await engine.search(id, 'kind:note path:ibis')).hits).toHaveLength(1);
    expect((await engine.search(id, 'kind:note wader')).hits).toEqual([]);
  });

  it('come first in a pack that asks for them, with the text around them', async () => {
    const { engine, id } = await makeFilled({ 'heron.md': TEXT, 'ibis.md': '# Ibis\n\nA wader with a bill.\n' });
    await engine.keepNote(id, makeNote('1', 'heron.md', TEXT, 'eats frogs', 'Ask Ada about this'));
    const options = {
      collectionId: id,
      query: 'wader',
      budgetTokens: 4_000,
      format: 'markdown',
      counter: 'other',
    } as const;
    const pack = await engine.makePack({ ...options, mask: false, notes: true });
    expect(pack.text.indexOf('> eats frogs')).toBeLessThan(pack.text.indexOf('A wader'));
    expect(pack.text).toContain('> (heron.md, lines 3-3)\n\nAsk Ada about this');
    expect(pack.items.map(({ path }) => path)).toContain('heron.md');
    const plain = await engine.makePack({ ...options, mask: false });
    expect(plain.text).not.toContain('Ada');
    const { query: _, ...only } = options;
    const notesOnly = await engine.makePack({ ...only, mask: false, notes: true });
    expect(notesOnly.items.map(({ path }) => path)).toEqual(['heron.md']);
    const elsewhere = { ...NO_SELECTION, paths: ['ibis.md'] };
    expect((await engine.makePack({ ...only, mask: false, notes: true, selection: elsewhere })).text).not.toContain(
      'Ada',
    );
  });

  it('are exported as Markdown and as annotations', async () => {
    const { engine, id } = await makeFilled({ 'heron.md': TEXT });
    await engine.keepNote(id, makeNote('1', 'heron.md', TEXT, 'eats frogs', 'Ask Ada'));
    await engine.keepNote(id, {
      ...makeNote('2', 'old page.md', '', ''),
      quote: { exact: 'was here', prefix: '', suffix: '' },
    });
    expect(await engine.exportNotes(id, 'markdown')).toBe(
      '# Highlights and notes\n\n## Heron (heron.md)\n\n> eats frogs\n>\n> (lines 3-3)\n\nAsk Ada\n\n## old page.md\n\n> was here\n>\n> (text is gone)\n',
    );
    const { items } = JSON.parse(await engine.exportNotes(id, 'json'));
    expect(items[0]).toMatchObject({
      type: 'Annotation',
      motivation: 'commenting',
      body: { value: 'Ask Ada' },
      target: {
        source: 'heron.md',
        selector: { type: 'TextQuoteSelector', exact: 'eats frogs', suffix: '.\n\nIt sleeps.\n' },
      },
    });
    expect(items[1]).toMatchObject({ motivation: 'highlighting', target: { source: 'old%20page.md' } });
  });

  it('are copied, backed up and deleted with their collection, and in nothing that is exported or published', async () => {
    const { engine, id } = await makeFilled({ 'heron.md': TEXT });
    const note = makeNote('1', 'heron.md', TEXT, 'eats frogs', 'zanzibar');
    await engine.keepNote(id, note);
    const { id: copyId } = await engine.duplicateCollection(id, 'Copy');
    expect(await engine.listNotes(copyId)).toMatchObject([note]);
    const { blob } = await engine.backUp({ collectionIds: [id], settings: {}, jobId: 'b' });
    const collections = [{ id, name: 'Back' }];
    const restored = await engine.restoreBackup({ jobId: 'r', file: blob as Blob, collections });
    expect(await engine.listNotes(restored.collections[0]?.id as string)).toMatchObject([note]);
    const zip = await engine.exportZip({ collectionId: id, jobId: 'e', form: 'compact', mask: false });
    const site = await engine.publish({ collectionId: id, jobId: 'p', mask: false });
    for (const answer of [zip, site]) expect(await (answer.blob as Blob).text()).not.toContain('zanzibar');
    await engine.deleteNote(id, '1');
    expect(await engine.listNotes(id)).toEqual([]);
  });

  it('of a deleted collection, and too long ones, are refused with the limit', async () => {
    const { engine } = await makeEngine();
    const note = makeNote('1', 'heron.md', TEXT, 'eats frogs');
    await expect(engine.keepNote('0123456789abcdef', note)).rejects.toMatchObject({ code: 'engine/deleted' });
    const long = { ...note, quote: { ...note.quote, exact: 'x'.repeat(10_001) } };
    const details = { chars: 10_001, max: 10_000 };
    await expect(engine.keepNote('0123456789abcdef', long)).rejects.toMatchObject({ code: 'engine/bad-note', details });
  });
});
