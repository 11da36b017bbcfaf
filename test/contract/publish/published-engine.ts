import type { Engine } from '../../../src/engine/contract.ts';
import { createEngine } from '../../../src/engine/create-engine.ts';
import { createHttpHost } from '../../../src/publish/read/create-http-host.ts';
import { makeEngine } from '../../support/make-engine.ts';

/** An engine of somebody else, who knows an address and nothing more. */
export async function makeReader(options: { idleMs?: number } = {}): Promise<Engine> {
  const { deps } = await makeEngine();
  return createEngine({ ...deps, openHost: (address) => createHttpHost(address, options) });
}

/** The only source of a collection goes out under this name: called so from the beginning, answers can be compared whole. */
export const PUBLISHED_SOURCE = { source: 'files' };
