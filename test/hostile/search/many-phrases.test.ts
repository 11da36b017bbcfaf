import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/model/limits.ts';
import { makeCollection, makeEngine } from '../../support/make-engine.ts';

describe('a query of many phrases', () => {
  it('verifies a limited number of them, says that it is partial, and takes no longer for two hundred', async () => {
    const { engine } = await makeEngine();
    const text = 'one two three four five six seven eight nine ten\n'.repeat(60);
    const files = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`${i}.md`, `# Page ${i}\n\n${text}`]));
    const id = await makeCollection(engine, files);
    const ask = async (phrases: number) => {
      const before = process.cpuUsage();
      const answer = await engine.search(id, '"two three" '.repeat(phrases));
      const { user, system } = process.cpuUsage(before);
      return { answer, ms: (user + system) / 1000 };
    };
    const few = await ask(LIMITS.maxPhrases);
    expect(few.answer).toMatchObject({ total: 60, partial: false });
    const many = await ask(200);
    expect(many.answer).toMatchObject({ total: 60, partial: true });
    expect(many.ms).toBeLessThan(Math.max(few.ms, 100) * 10);
  });
});
