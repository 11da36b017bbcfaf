import { defineConfig } from 'vitest/config';

/** `npm run test:webkit`: a journey through the built app in WebKitGTK, where it is installed. */
export default defineConfig({
  test: {
    include: ['test/webkit/**/*.test.ts'],
    globalSetup: ['test/support/build-wasm.ts'],
    testTimeout: 90_000,
    hookTimeout: 90_000,
    pool: 'forks',
    bail: 1,
  },
});
