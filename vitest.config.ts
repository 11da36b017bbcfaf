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
    // A second, as vitest has it, is too short for a busy machine; a test that passes waits no longer for this.
    expect: { poll: { timeout: 15_000 } },
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // A process for each file spends a third of the time on loading the same modules. Tests leave nothing behind.
    isolate: false,
    // One more than there are cores: some tests wait for programs and timers.
    maxWorkers: availableParallelism() + 1,
  },
});
