import { isAppError } from '../../src/model/app-error.ts';
import { loadNodeKernel } from '../support/node-kernel.ts';
import { createRandom } from '../support/random.ts';
import type { Finding, FuzzJob, FuzzTarget } from './contract.ts';
import { mutate } from './mutate.ts';
import { createArchiveTarget } from './targets/archives.ts';
import { createDocumentTarget } from './targets/documents.ts';
import { createFamilyTarget } from './targets/families.ts';
import { createImportTarget } from './targets/imports.ts';
import { createPublishedTarget } from './targets/published.ts';
import { createQueryTarget } from './targets/queries.ts';
import { createReadTarget } from './targets/read-files.ts';
import { createSecretTarget } from './targets/secrets.ts';
import { createSiteTarget } from './targets/sites.ts';
import { createStoredTarget } from './targets/stored.ts';

export interface FuzzEvents {
  onRun(run: number, counts: Readonly<Record<string, number>>): void;
  onFinding(finding: Finding): void;
}

/** Mutates real files and sends them through the entry points, one after the other. Returns the number of inputs per target. */
export async function runFuzz(job: FuzzJob, events: FuzzEvents): Promise<Record<string, number>> {
  const targets = await createTargets(job.targets);
  const lots = targets.flatMap((target) => Array.from({ length: target.weight }, () => target));
  const counts: Record<string, number> = {};
  for (let run = job.from; run < job.from + job.runs; run++) {
    events.onRun(run, counts);
    // Each run has its own random numbers, so that it can be reproduced without the runs before it.
    const random = createRandom(Math.imul(job.seed, 0x9e3779b1) ^ Math.imul(run + 1, 0x85ebca6b));
    const target = random.pick(lots);
    const input = mutate(random.pick(target.seeds), target.seeds, target.tokens, random);
    counts[target.name] = (counts[target.name] ?? 0) + 1;
    try {
      await target.check(input, random);
    } catch (error) {
      // The maker of leaves reports any other error as an unexpected one.
      if (isAppError(error) && error.code !== 'app/unexpected') continue;
      events.onFinding({ run, target: target.name, input: input.name, problem: toProblem(error), bytes: input.bytes });
    }
  }
  return counts;
}

function toProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${error.message.split('\n')[0]} | ${
    error.stack
      ?.split('\n')
      .find((line) => line.includes('/src/'))
      ?.trim() ?? ''
  }`;
}

async function createTargets(names: readonly string[]): Promise<FuzzTarget[]> {
  const kernels = [await loadNodeKernel('simd'), await loadNodeKernel('js')];
  const [simd] = kernels;
  if (simd === undefined) throw new Error('no kernel');
  const all = [
    await createReadTarget(kernels),
    await createArchiveTarget(),
    await createImportTarget(),
    createQueryTarget(kernels),
    createSiteTarget(),
    createSecretTarget(),
    createStoredTarget(simd),
    createDocumentTarget(kernels),
    createFamilyTarget(),
    await createPublishedTarget(simd),
  ];
  const wanted = all.filter(({ name }) => names.length === 0 || names.includes(name));
  if (wanted.length === 0) throw new Error(`no such target; there are ${all.map(({ name }) => name).join(', ')}`);
  return wanted;
}
