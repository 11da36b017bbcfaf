import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

export default defineConfig({
  test: {
    include: ['test/{unit,contract,property,golden,hostile}/**/*.test.ts'],
    setupFiles: ['test/support/seed-properties.ts', 'test/support/compare-bytes.ts'],
    globalSetup: ['test/support/build-wasm.ts'],
    testTimeout: 30_000,
    // As in the browser tests: a second try, which the output shows. Some tests compare processor times or memory.
    retry: 1,
    // Vitest's second is too short for a busy machine; passing tests don't wait longer.
    expect: { poll: { timeout: 15_000 } },
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // With a process per file, a third of the time goes into loading the same modules. Tests leave no state behind.
    isolate: false,
    // One more than there are cores: some tests wait for programs and timers.
    maxWorkers: availableParallelism() + 1,
  },
});
