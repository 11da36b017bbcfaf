import type { Engine } from '../../../src/engine/contract.ts';
import { createEngine } from '../../../src/engine/create-engine.ts';
import { createHttpHost } from '../../../src/publish/read/create-http-host.ts';
import { makeEngine } from '../../support/make-engine.ts';

/** Makes the engine of another person, who knows only an address. */
export async function makeReader(options: { idleMs?: number } = {}): Promise<Engine> {
  const { deps } = await makeEngine();
  return createEngine({ ...deps, openHost: (address) => createHttpHost(address, options) });
}

/** The only source of a collection is published under this name: with the same name from the start, answers can be compared as a whole. */
export const PUBLISHED_SOURCE = { source: 'files' };
