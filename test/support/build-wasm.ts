import { buildKernel } from '../../scripts/build-kernel.mjs';
import { buildParser } from '../../scripts/build-parser.mjs';

/** Before any test's clock runs: a build takes longer than a test may. */
export async function setup(): Promise<void> {
  await buildKernel();
  await buildParser();
}
