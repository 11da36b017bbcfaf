import { describe, expect, it } from 'vitest';
import type { Engine, PackOptions } from '../../../src/engine/contract.ts';
import { LIMITS } from '../../../src/model/limits.ts';
import { NO_PACK } from '../../../src/model/outputs/pack-draft.ts';
import { NO_SELECTION, type Selection, type SelectionScope } from '../../../src/model/outputs/selection.ts';
import { addFiles, dropFile, followPack } from '../../../src/selection/pack-draft.ts';
import {
  ingestFiles,
  type MadeFiles,
  makeCollection,
  makeEngine,
  makeFilled,
  syncFiles,
} from '../../support/make-engine.ts';
import { packOf, readArtifact, readExport } from '../../support/read-exports.ts';

const FILES: MadeFiles = {
  'README.md': '# Acme\n\nThe heron wades.\n',
  'docs/guide.md': '# Guide\n\nHerons wait in shallow water.\n\n## Legs\n\nTwo of them.\n',
  'docs/notes/old.md': '# Old\n\nA note about a heron.\n',
  'src/heron.py': 'def wade(depth):\n    """Walks."""\n    return depth\n',
  'src/test_heron.py': 'from heron import wade\n\n\ndef test_wade():\n    assert wade(3) == 3\n',
};

const toSelection = (change: Partial<Selection>): Selection => ({ ...NO_SELECTION, ...change });
const exportEntries = async (...args: Parameters<typeof readExport>) => (await readExport(...args)).texts;
const listChunks = (entries: Readonly<Record<string, string>>) =>
  Object.entries(entries).filter(([name]) => name.startsWith('chunks/'));

const withoutQuestion = ({ query: _, ...options }: PackOptions, query?: string): PackOptions =>
  query === undefined ? options : { ...options, query };

const pickAt = async (engine: Engine, id: string, path: string, line: number) => {
  const found = await engine.findChunkAt(id, path, line);
  if (found === undefined) throw new Error('no such chunk');
  const { chunk } = found;
  const { contentHash } = chunk;
  return { id: chunk.id, path, label: chunk.slug, tokens: chunk.tokenEstimate, content_hash: contentHash };
};

describe('[P6] selections', () => {
  it('are stored with their collection, one of them current, and copied with a duplicate', async () => {
    const { engine, deps, id } = await makeFilled(FILES);
    const docs = toSelection({ name: 'docs', paths: ['docs/'], exclude: ['**/notes/**'], query: 'legs', mask: false });
    const code = toSelection({ name: 'code', include: ['*.py'], budgetTokens: 8_000, format: 'xml' });
    await engine.writeChoices(id, { selections: { a: docs, b: code }, current: 'b' });
    const copy = await engine.duplicateCollection(id, 'copy');
    const later = (await makeEngine({ store: deps.store })).engine;
    for (const one of [id, copy.id]) {
      const { selections, current } = await later.readChoices(one);
      expect(selections).toEqual({ a: docs, b: code });
      expect(current).toBe('b');
    }
    await engine.writeChoices(id, { selections: { b: null } });
    expect(await engine.readChoices(id)).toMatchObject({ selections: { a: docs }, current: 'a' });
  });

  it('count what they contain, and list what is gone after a sync', async () => {
    const { engine, id } = await makeFilled(FILES);
    const pick = await pickAt(engine, id, 'README.md', 1);
    const scope = toSelection({
      paths: ['docs/', 'src/heron.py'],
      include: ['*.rst'],
      exclude: ['notes'],
      picks: [pick],
    });
    const before = await engine.describeSelection(id, scope);
    expect(before).toMatchObject({ files: 3, gone: { paths: [], globs: ['*.rst'], picks: [] } });
    expect(before.chunks).toBeGreaterThanOrEqual(3);
    const { 'src/heron.py': _, ...left } = FILES;
    const next = { ...left, 'README.md': '# Acme\n\nOther words.\n', 'docs/more.md': '# More\n' };
    await syncFiles(engine, id, next);
    const after = await engine.describeSelection(id, scope);
    expect(after.gone).toEqual({ paths: ['src/heron.py'], globs: ['*.rst'], picks: [pick.id] });
    // A ticked folder means its current files.
    expect(after.files).toBe(2);
  });

  it('follow their files when a second source adds a slug to every path, and when it is removed', async () => {
    const { engine, id } = await makeFilled(FILES);
    const pick = await pickAt(engine, id, 'README.md', 1);
    const scope = toSelection({
      paths: ['docs/guide.md'],
      include: ['src/*.py'],
      exclude: ['test_*'],
      picks: [pick],
      root: 'made',
    });
    expect(await engine.describeSelection(id, scope)).toMatchObject({ files: 3 });
    await ingestFiles(engine, id, { 'docs/guide.md': '# Other\n' }, { name: 'second' });
    expect(await engine.describeSelection(id, scope)).toMatchObject({
      files: 3,
      gone: { paths: [], globs: [], picks: [] },
    });
    const both = toSelection({ paths: ['made/docs/', 'second/'] });
    expect(await engine.describeSelection(id, both)).toMatchObject({ files: 3 });
    await engine.removeSource(id, 'second');
    expect(await engine.describeSelection(id, both)).toMatchObject({ files: 2, gone: { paths: ['second/'] } });
    expect(await engine.describeSelection(id, scope)).toMatchObject({ files: 3, gone: { picks: [] } });
  });

  it('export the same bytes as a collection with only these files', async () => {
    const { engine, id } = await makeFilled(FILES);
    const scope = toSelection({ paths: ['docs/'], include: ['*.py'], exclude: ['test_*', 'docs/notes'] });
    const some = { 'docs/guide.md': FILES['docs/guide.md'], 'src/heron.py': FILES['src/heron.py'] } as MadeFiles;
    const alone = await makeCollection(engine, some);
    const selected = await readArtifact(engine, id, 'chunks.jsonl', { selection: scope });
    expect(selected).toBe(await readArtifact(engine, alone, 'chunks.jsonl'));
    for (const form of ['full', 'compact'] as const)
      expect(await exportEntries(engine, id, { form, selection: scope })).toEqual(
        await exportEntries(engine, alone, { form }),
      );
  });

  it('with picked chunks contain these chunks of their files, masked if requested', async () => {
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    const filler = 'Word after word, so that chunks are not joined. '.repeat(12);
    const text = `# A\n\n${filler}\n\n# B\n\ntoken = "${secret}"\n${filler}\n\n# C\n\n${filler}\n`;
    const { engine, id } = await makeFilled({ ...FILES, 'long.md': text });
    const pick = await pickAt(engine, id, 'long.md', 7);
    for (const mask of [false, true]) {
      const alone = await exportEntries(engine, id, { selection: toSelection({ picks: [pick] }), mask });
      const chunks = listChunks(alone);
      expect(chunks.length).toBe(1);
      expect(chunks[0]?.[1]).toContain('# B');
      expect(Object.values(alone).join('').includes(secret)).toBe(!mask);
      expect(Object.values(alone).join('').includes(pick.id)).toBe(!mask);
      const selection = toSelection({ paths: ['README.md'], picks: [pick] });
      const { blob: file, texts } = await readExport(engine, id, { mask, selection });
      expect(listChunks(texts)).toHaveLength(2);
      const opened = await engine.importCollection({ file, name: 'again', jobId: `import-${mask}` });
      expect(opened.stats.warnings).toBe(0);
      expect(await engine.listFiles(opened.id)).toHaveLength(2);
    }
  });

  it('limit a delta: it contains no changes elsewhere', async () => {
    const { engine, id } = await makeFilled(FILES);
    await syncFiles(engine, id, {
      ...FILES,
      'README.md': '# Acme\n\nOther.\n',
      'docs/guide.md': '# Guide\n\nOther.\n',
    });
    const all = await exportEntries(engine, id, { form: 'delta' });
    const some = await exportEntries(engine, id, { form: 'delta', selection: toSelection({ paths: ['docs/'] }) });
    expect(all['CHANGES.md']).toContain('README.md');
    expect(some['CHANGES.md']).not.toContain('README.md');
    expect(some['CHANGES.md']).toContain('docs/guide.md');
    expect(some['CHANGES.md']).toMatch(/from: state-\d+\n/);
    expect(listChunks(some)).toHaveLength(1);
  });

  it('are in a full export and its import; the export of a part contains none', async () => {
    const { engine, id } = await makeFilled(FILES);
    expect(Object.keys(await exportEntries(engine, id))).not.toContain('selections.json');
    const pick = await pickAt(engine, id, 'README.md', 1);
    const named = toSelection({
      name: 'docs',
      paths: ['docs/'],
      include: ['*.py'],
      query: 'legs',
      budgetTokens: 500,
      root: 'made',
    });
    const first = toSelection({ picks: [pick], format: 'xml', mask: false, root: 'made' });
    const plain = await exportEntries(engine, id);
    await engine.writeChoices(id, { selections: { '0': first, z: named, empty: NO_SELECTION }, current: 'z' });
    const { blob: file, texts: entries } = await readExport(engine, id);
    const { 'selections.json': text, ...rest } = entries;
    expect(rest).toEqual(plain);
    const imported = await engine.importCollection({ file, name: 'made', jobId: 'import' });
    const { selections, current } = await engine.readChoices(imported.id);
    expect(selections[current]).toEqual({ ...named, root: 'import' });
    expect(selections['0']).toMatchObject({ ...first, root: 'import', picks: [{ id: pick.id }] });
    expect(await engine.describeSelection(imported.id, selections[current] as Selection)).toMatchObject({
      files: 4,
      gone: { paths: [], globs: [], picks: [] },
    });
    expect(await exportEntries(engine, imported.id)).toEqual(entries);
    const off = await exportEntries(engine, id, { withSelections: false });
    const part = await exportEntries(engine, id, { selection: named });
    for (const other of [off, part]) expect(Object.keys(other)).not.toContain('selections.json');
    expect(text).toContain('"current":true');
  });

  it('contain no typed secret in a masked export', async () => {
    const secret = `ghp_${'z1Y2x3W4v5'.repeat(4).slice(0, 36)}`;
    const { engine, id } = await makeFilled({ ...FILES, 'keys.md': `# Keys\n\ntoken: ${secret}\n` });
    const pick = await pickAt(engine, id, 'keys.md', 3);
    const selection = toSelection({ name: `with ${secret}`, query: `what is ${secret}?`, picks: [pick] });
    await engine.writeChoices(id, { selections: { a: selection } });
    const { 'selections.json': text = '' } = await exportEntries(engine, id, { mask: true });
    expect(text).toContain('[[secret:');
    expect(text).not.toContain(secret);
    expect(text).not.toContain(pick.id);
    expect(JSON.parse(text).selections[0].picks).toHaveLength(1);
  });

  it('over a limit are refused with a reason, and nothing changes', async () => {
    const { engine, id } = await makeFilled(FILES);
    const many = (count: number) => Array.from({ length: count }, (_, i) => `f${i}`);
    const good = toSelection({ name: 'good', paths: many(10_000) });
    await engine.writeChoices(id, { selections: { good } });
    const bad: readonly [string, Partial<Selection>][] = [
      ['name', { name: 'n'.repeat(10_000) }],
      ['paths', { paths: many(LIMITS.maxTicks + 1) }],
      ['globs', { exclude: many(LIMITS.maxGlobs + 1) }],
      ['glob', { include: ['*'.repeat(LIMITS.maxGlobChars + 1)] }],
      ['query', { query: 'q'.repeat(LIMITS.maxQuestionChars + 1) }],
    ];
    for (const [what, change] of bad)
      await expect(
        engine.writeChoices(id, { selections: { good: null, x: toSelection(change) } }),
      ).rejects.toMatchObject({ code: 'engine/bad-selection', details: { what } });
    const left = Object.fromEntries(many(LIMITS.maxSelections).map((key) => [key, NO_SELECTION]));
    await expect(engine.writeChoices(id, { selections: left })).rejects.toMatchObject({
      details: { what: 'selections' },
    });
    expect((await engine.readChoices(id)).selections).toEqual({ good });
    expect((await engine.describeSelection(id, good)).gone.paths).toHaveLength(10_000);
  });
});

describe('[P6] packs of a selection', () => {
  const pack = (engine: Engine, collectionId: string, selection: SelectionScope, query?: string) =>
    engine.makePack(withoutQuestion(packOf(collectionId, { selection, budgetTokens: 2_000 }), query));

  it('answer a question only from its files, and contain its files without one', async () => {
    const { engine, id } = await makeFilled(FILES);
    const docs = toSelection({ paths: ['docs/'], exclude: ['notes'] });
    const asked = await pack(engine, id, docs, 'heron');
    expect(new Set(asked.items.map(({ path }) => path))).toEqual(new Set(['docs/guide.md']));
    const whole = await pack(engine, id, docs);
    expect(whole.text).toContain('Two of them.');
    expect(new Set(whole.reasons)).toEqual(new Set(['selected']));
    const none = await pack(engine, id, toSelection({ paths: ['gone/'] }), 'heron');
    expect(none.items).toEqual([]);
  });

  it('start with the picked chunks, wherever they are', async () => {
    const { engine, id } = await makeFilled(FILES);
    const pick = await pickAt(engine, id, 'README.md', 1);
    const made = await pack(engine, id, toSelection({ paths: ['src/'], picks: [pick] }), 'wade');
    expect(made.items[0]).toMatchObject({ path: 'README.md', why: 'picked' });
    expect(made.items.map(({ path }) => path)).not.toContain('docs/guide.md');
    const only = await pack(engine, id, toSelection({ picks: [pick] }));
    expect(only.items.map(({ path }) => path)).toEqual(['README.md']);
  });
});

describe('[P9] impact', () => {
  it('lists changed chunks, then chunks that use the names they define', async () => {
    const files: MadeFiles = {
      ...FILES,
      'src/pond.py': 'from heron import wade\n\n\ndef cross():\n    return wade(2)\n',
      'src/rewade.py': 'def rewaded():\n    return 1\n',
      'docs/api.md': '# API\n\nCall `wade` with a depth.\n',
    };
    const { engine, id } = await makeFilled(files);
    await syncFiles(engine, id, {
      ...files,
      'src/heron.py': 'def wade(depth, speed=1):\n    """Walks."""\n    return depth * speed\n',
    });
    const [, before] = await engine.listSnapshots(id);
    const options = withoutQuestion(packOf(id));
    const made = await engine.makePack({ ...options, since: before?.id as string });
    const why = Object.fromEntries(made.items.map(({ path, why }) => [path, why]));
    expect(why).toEqual({
      'src/heron.py': 'changed',
      'src/pond.py': 'uses',
      'src/test_heron.py': 'uses',
      'docs/api.md': 'uses',
    });
    expect(made.items.map(({ path }) => path).at(-1)).toBe('src/test_heron.py');
    const scoped = await engine.makePack({
      ...options,
      since: before?.id as string,
      selection: toSelection({ paths: ['src/'], exclude: ['test_*'] }),
    });
    expect(scoped.items.map(({ path }) => path)).toEqual(['src/heron.py', 'src/pond.py']);
    await expect(engine.makePack({ ...options, since: 'never' })).rejects.toMatchObject({ code: 'store/not-found' });
  });
});

describe('files that are always in a pack', () => {
  it('come first and whole, whatever the question and the selection are', async () => {
    const { engine, id } = await makeFilled(FILES);
    const options = packOf(id, { files: ['src/heron.py', 'gone.md'], query: 'shallow', budgetTokens: 8_000 });
    const pack = await engine.makePack({ ...options, selection: toSelection({ paths: ['docs/'] }) });
    expect(pack.items[0]).toMatchObject({ path: 'src/heron.py', lines: [[1, 3]], why: 'picked' });
    expect(new Set(pack.items.map(({ path }) => path))).toEqual(new Set(['src/heron.py', 'docs/guide.md']));
    const only = await engine.makePack({ ...withoutQuestion(options), files: ['README.md'] });
    expect(only.items.map(({ path }) => path)).toEqual(['README.md']);
  });

  it('are named with their size if they do not fit, by the pack of a question and of changes', async () => {
    const { engine, id } = await makeFilled(FILES);
    const line = (i: number) => `Version ${i} changed how the heron number ${i * 7} wades.\n\n`;
    const history = Array.from({ length: 600 }, (_, i) => `## ${i}\n\n${line(i).repeat(3)}`).join('');
    await syncFiles(engine, id, { ...FILES, 'history.md': history });
    const [state] = await engine.listSnapshots(id);
    await syncFiles(engine, id, { ...FILES, 'history.md': history, 'README.md': '# Acme\n\nOther words.\n' });
    const options = packOf(id, { files: ['history.md', 'src/heron.py'], query: 'shallow', budgetTokens: 8_000 });
    const tokens = (await engine.listFiles(id)).find(({ path }) => path === 'history.md')?.tokenTotal;
    expect(tokens).toBeGreaterThan(8_000);
    for (const since of [undefined, state?.id]) {
      const { account } = await engine.makePack({ ...options, since });
      expect(account.cut).toContainEqual({ path: 'history.md', tokens });
    }
    const all = await engine.makePack({ ...options, budgetTokens: 128_000 });
    expect(all.account.cut).toBeUndefined();
  });

  it('stay with the draft of the pack, and follow their source', async () => {
    const { engine, id } = await makeFilled(FILES);
    const draft = addFiles(addFiles(NO_PACK, ['README.md', 'docs/guide.md']), ['README.md']);
    await engine.writeChoices(id, { pack: draft });
    expect((await engine.readChoices(id)).pack?.files).toEqual(['README.md', 'docs/guide.md']);
    const followed = followPack(followPack(draft, ['made']), ['made', 'other']);
    expect(dropFile(followed, 'made/README.md').files).toEqual(['made/docs/guide.md']);
  });
});
