import { buildKernel } from '../../scripts/build-wasm.mjs';

/** Before any test's clock runs: a build takes longer than a test may. */
export async function setup(): Promise<void> {
  await buildKernel();
}
