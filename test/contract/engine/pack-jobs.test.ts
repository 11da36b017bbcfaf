import { describe, expect, it } from 'vitest';
import type { Engine, PackOptions } from '../../../src/engine/contract.ts';
import type { AppError } from '../../../src/model/app-error.ts';
import type { Progress } from '../../../src/model/job.ts';
import { type MadeFiles, makeCollection, makeFilled } from '../../support/make-engine.ts';
import { packOf } from '../../support/read-exports.ts';

const FILES: MadeFiles = Object.fromEntries(
  Array.from({ length: 20 }, (_, i) => [
    `docs/${i}.md`,
    `# Page ${i}\n\n${Array.from({ length: 30 }, (__, j) => `Herons wade at place ${i * 100 + j}, and nobody counts them.`).join('\n\n')}\n`,
  ]),
);
const ask = (id: string, more: Partial<PackOptions> = {}) => packOf(id, { budgetTokens: 8_000, ...more });

async function hear(engine: Engine): Promise<Progress[]> {
  const heard: Progress[] = [];
  await engine.subscribe((event) => {
    if (event.type === 'progress' && event.progress.type === 'pack') heard.push(event.progress);
  });
  return heard;
}

describe('[P5] a pack with a job id', () => {
  it('reports its progress, gives the same answer as without one, and is not stored in the job history', async () => {
    const { engine, id } = await makeFilled(FILES);
    const heard = await hear(engine);
    const made = await engine.makePack(ask(id, { jobId: 'pack-1' }));
    expect(made).toEqual(await engine.makePack(ask(id)));
    const last = heard.at(-1) as Progress;
    expect(last).toMatchObject({ jobId: 'pack-1', collectionId: id, state: 'done' });
    expect(last.total).toBeGreaterThan(20);
    expect(last.done).toBe(last.total);
    expect(heard.every(({ done, total }) => done <= total || total === 0)).toBe(true);
    expect((await engine.listJobs()).filter(({ type }) => type === 'pack')).toEqual([]);
  });

  it.each([
    ['of one collection', {}],
    ['of several', { several: true }],
  ])(
    '%s ends at once when it is cancelled, and the next one is made',
    async (_, { several = false }: { several?: boolean }) => {
      const { engine, id } = await makeFilled(FILES);
      const together = several ? { together: [id, await makeCollection(engine, { 'a.md': '# Herons wade\n' })] } : {};
      const heard = await hear(engine);
      const making = engine.makePack(ask(id, { ...together, jobId: 'pack-2' }));
      const failed = expect(making).rejects.toMatchObject({ code: 'engine/cancelled' } satisfies Partial<AppError>);
      await engine.cancel('pack-2');
      await failed;
      expect(heard.at(-1)?.state).toBe('stopped');
      expect((await engine.makePack(ask(id, { ...together, jobId: 'pack-3' }))).chunks).toBeGreaterThan(10);
    },
  );
});
