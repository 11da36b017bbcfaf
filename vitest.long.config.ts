import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import normal from './vitest.config.ts';

/** Test files of which `npm test` runs a sample, or that compare processor time: here they run whole. */
function findSampled(): string[] {
  return ['unit', 'contract', 'property', 'golden', 'hostile']
    .flatMap((kind) => readdirSync(join('test', kind), { recursive: true }).map((name) => `test/${kind}/${name}`))
    .filter(
      (path) => path.endsWith('.test.ts') && /support\/(?:sample-size|growth-of)\.ts/.test(readFileSync(path, 'utf8')),
    );
}

export default defineConfig({
  test: {
    include: ['test/long/**/*.long.ts', ...findSampled()],
    env: { QUIRE_WHOLE: '1' },
    setupFiles: normal.test?.setupFiles ?? [],
    testTimeout: 1_800_000,
    expect: normal.test?.expect ?? {},
    hookTimeout: 600_000,
    pool: 'forks',
    fileParallelism: false,
  },
});
