import { describe, expect, it } from 'vitest';
import type { Engine, PackAnswer, PackReason } from '../../../src/engine/contract.ts';
import { type MadeFiles, makeCollection, makeEngine } from '../../support/make-engine.ts';

const filler = (words: string, lines: number): string =>
  `${Array.from({ length: lines }, (_, i) => `# ${words} ${i}`).join('\n')}\n`;
const FILES: MadeFiles = {
  'src/heron.py': `def wade(depth):\n    """Herons wade."""\n    return depth\n\n\ndef rest():\n    return None\n`,
  'tests/test_heron.py': Array.from(
    { length: 30 },
    (_, i) => `def test_wade_${i}():\n    assert wade(${i}) == ${i}  # herons wade\n`,
  ).join('\n'),
  'docs/heron.md': `# Herons\n\nHerons wade, herons wade again, and wade more.\n`,
  'src/large.py': `def other():\n    """Herons wade here too, once."""\n    return 1\n\n\n${filler('nothing about it', 3_000)}`,
};

interface Packed {
  readonly path: string;
  readonly why: PackReason;
}

async function pack(
  engine: Engine,
  id: string,
  more: { budgetTokens: number; path?: string[] },
): Promise<{ answer: PackAnswer; chunks: Packed[] }> {
  const { budgetTokens, path } = more;
  const answer = await engine.makePack({
    collectionId: id,
    query: 'herons wade',
    budgetTokens,
    format: 'markdown',
    counter: 'o200k',
    mask: false,
    ...(path === undefined ? {} : { filters: { path } }),
  });
  const chunks = await Promise.all(
    answer.refs.map(async (ref, i) => ({
      path: (await engine.getChunk(id, ref))?.chunk.path ?? '',
      why: answer.reasons[i] as PackReason,
    })),
  );
  return { answer, chunks };
}

describe('[P1] a pack', () => {
  it('holds the code before its tests, and says why each chunk is in', async () => {
    const { engine } = await makeEngine();
    const id = await makeCollection(engine, FILES);
    const { chunks } = await pack(engine, id, { budgetTokens: 190 });
    expect(chunks.map(({ path }) => path)).toContain('src/heron.py');
    expect(chunks.map(({ path }) => path)).not.toContain('tests/test_heron.py');
    expect(chunks.find(({ path }) => path === 'src/heron.py')?.why).toBe('hit');
  });

  it('holds the tests where a filter names them', async () => {
    const { engine } = await makeEngine();
    const id = await makeCollection(engine, FILES);
    const { chunks } = await pack(engine, id, { budgetTokens: 2_000, path: ['tests'] });
    expect(new Set(chunks.map(({ path }) => path))).toEqual(new Set(['tests/test_heron.py']));
  });

  it('holds a small file as a whole, not the rest of a large one, and keeps to its budget', async () => {
    const { engine } = await makeEngine();
    const small = `${FILES['src/heron.py']}\n\n${Array.from({ length: 12 }, (_, i) => `class Other${i}:\n    """${'Something else. '.repeat(30)}"""\n\n    def method(self):\n        return ${i}\n`).join('\n\n')}`;
    const id = await makeCollection(engine, { ...FILES, 'src/heron.py': small });
    const { answer, chunks } = await pack(engine, id, { budgetTokens: 6_000 });
    const own = chunks.filter(({ path }) => path === 'src/heron.py');
    expect(own.length).toBe((await engine.listFiles(id)).find(({ path }) => path === 'src/heron.py')?.chunk_count);
    expect(own.some(({ why }) => why === 'same-file')).toBe(true);
    expect(answer.tokens).toBeLessThanOrEqual(6_000);
    expect(answer.tokens).toBeGreaterThan(5_000);
  });

  it('[E1] is the same whichever order the files came in', async () => {
    const { engine } = await makeEngine();
    const one = await makeCollection(engine, FILES);
    const other = await makeCollection(engine, Object.fromEntries(Object.entries(FILES).reverse()));
    const [first, second] = [
      await pack(engine, one, { budgetTokens: 1_500 }),
      await pack(engine, other, { budgetTokens: 1_500 }),
    ];
    expect(first.answer.text).toBe(second.answer.text);
  });
});
