import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/model/limits.ts';
import { expectGrowth } from '../../support/growth-of.ts';
import { makeCollection, makeEngine } from '../../support/make-engine.ts';

describe('a query of many phrases', () => {
  it('verifies a limited number of them, says that it is partial, and takes no longer for two hundred', async () => {
    const { engine } = await makeEngine();
    const text = 'one two three four five six seven eight nine ten\n'.repeat(60);
    const files = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`${i}.md`, `# Page ${i}\n\n${text}`]));
    const id = await makeCollection(engine, files);
    const ask = (phrases: number) => engine.search(id, '"two three" '.repeat(phrases));
    expect(await ask(LIMITS.maxPhrases)).toMatchObject({ total: 60, partial: false });
    expect(await ask(200)).toMatchObject({ total: 60, partial: true });
    // Sixteen queries of the limit against one of sixteen times as many phrases: the rest must cost nothing.
    await expectGrowth(ask, { sixteenth: LIMITS.maxPhrases, whole: LIMITS.maxPhrases * 16, below: 2 });
  });
});
