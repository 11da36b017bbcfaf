import { describe, expect, it } from 'vitest';
import type { PackOptions } from '../../../src/engine/contract.ts';
import { type MadeFiles, makeFilled } from '../../support/make-engine.ts';
import { packOf } from '../../support/read-exports.ts';
import { createPicker } from '../../unit/export/secrets/make-tokens.ts';

const pick = createPicker(5);
const token = (): string => `gh${'p_'}${pick('abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789', 36)}`;
const [first, second, named, far] = [token(), token(), token(), token()] as [string, string, string, string];
const other = Object.fromEntries(
  Array.from({ length: 40 }, (_, i) => [`other/${i}.py`, `def unrelated_${i}():\n    return "${far}"\n`]),
);
const FILES: MadeFiles = {
  'config.py': `"""Herons wade with a key."""\nKEY = "${first}"\nOLD = "${second}"\n`,
  'notes.md': `# Herons\n\nHerons wade. The value ${first.slice(4)} is quoted without its beginning, and ${first} with it.\n`,
  [`keys/${named}/heron.py`]: 'def wade():\n    """Herons wade."""\n',
  'page.html': `<h1>Herons wade</h1><p data-token="${second}">gh<b>${second.slice(2)}</b></p>`,
  ...other,
};
describe('[P5] a masked pack', () => {
  it('makes no leaf: the collection is not rebuilt for it', async () => {
    const { engine, made, id } = await makeFilled(FILES);
    const before = made.length;
    const { text } = await engine.makePack(packOf(id));
    expect(text).toContain('[[secret:');
    expect(made.length).toBe(before);
  });

  it('contains no secret, in text, names or outlines, and the same value has the same number', async () => {
    const { engine, id } = await makeFilled(FILES);
    for (const more of [{}, { detail: 'signatures', budgetTokens: 260 }, { format: 'xml' }] as Partial<PackOptions>[]) {
      const answer = await engine.makePack(packOf(id, more));
      for (const value of [first, second, named]) expect(JSON.stringify(answer)).not.toContain(value);
    }
    const { text } = await engine.makePack(packOf(id));
    const inCode = /KEY = "(\[\[secret:[a-z-]+:\d+\]\])"/.exec(text)?.[1];
    expect(inCode).toBeDefined();
    expect(text).toContain(`and ${inCode} with it`);
  });

  it('masks a line of another file that uses what it found', async () => {
    const { engine, id } = await makeFilled({
      'heron.py': 'class WadingPlace:\n    """Herons wade."""\n',
      'zoo.py': `def open_zoo():\n    return WadingPlace("${first}")\n`,
    });
    const { text } = await engine.makePack(packOf(id, { query: 'herons', detail: 'signatures', budgetTokens: 8_000 }));
    expect(text).toMatch(/^2 uses `return WadingPlace\("\[\[secret:.*\]\]"\)`$/m);
    expect(text).not.toContain(first);
  });

  it('keeps the collection’s refs and lines', async () => {
    const { engine, id } = await makeFilled(FILES);
    const masked = await engine.makePack(packOf(id));
    for (const { ref, lines } of masked.items) {
      const { chunk } = (await engine.getChunk(id, ref as string)) ?? {};
      expect([[chunk?.startLine, chunk?.endLine]]).toEqual(lines);
    }
    expect(masked.items.length).toBeGreaterThan(2);
  });

  it('masks a question that contains a secret of the packed texts', async () => {
    const { engine, id } = await makeFilled(FILES);
    const { text } = await engine.makePack(packOf(id, { query: `herons wade ${first}` }));
    expect(text).not.toContain(first);
  });
});

it('a pack with a bad budget or a question of a megabyte is refused at once, and one without a question is empty', async () => {
  const { engine, id } = await makeFilled(FILES);
  for (const budgetTokens of [Number.NaN, 0, -1, 1e12, 1.5, Number.POSITIVE_INFINITY])
    await expect(engine.makePack(packOf(id, { budgetTokens }))).rejects.toMatchObject({ code: 'engine/bad-budget' });
  const query = 'heron '.repeat(200_000);
  await expect(engine.makePack(packOf(id, { query }))).rejects.toMatchObject({ code: 'engine/question-too-long' });
  expect((await engine.makePack(packOf(id, { query: '' }))).items).toEqual([]);
});
