import { describe, expect, it } from 'vitest';
import { makeFilled, syncFiles } from '../../support/make-engine.ts';

const COUNT = 1_000;

const LINE = 'the quick brown fox reads one line of plain words after the other and never tires of it\n';

/** Large enough together for more than one shard. */
function makeText(seed: number): string {
  return `# File ${seed}\n\n${LINE.repeat(210)}`;
}

describe('one changed file of a thousand', () => {
  it('is the only one read and tokenised, and one shard is rewritten', { timeout: 120_000 }, async () => {
    const files = Object.fromEntries(Array.from({ length: COUNT }, (_, i) => [`d${i % 50}/f${i}.md`, makeText(i)]));
    const { engine, deps, made, id } = await makeFilled(files);
    const listShards = async (): Promise<string[]> => {
      const generation = await deps.store.openGeneration(id);
      const names = generation.row.files.filter((file) => file.role === 'segment').map((file) => file.name);
      generation.release();
      return names;
    };
    const before = await listShards();
    expect(before.length).toBeGreaterThan(1);

    made.length = 0;
    const path = 'd7/f7.md';
    await syncFiles(engine, id, { ...files, [path]: `${files[path]}\nOne more line about lighthouses.\n` });
    expect(made).toEqual([path]);
    const after = await listShards();
    expect(after.filter((name) => !before.includes(name))).toHaveLength(1);
    expect((await engine.search(id, 'lighthouses')).hits.map((hit) => hit.path)).toEqual([path]);
  });
});
