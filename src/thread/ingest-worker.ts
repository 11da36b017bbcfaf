import { expose, transfer } from 'comlink';
import type { LeafResult } from '../engine/parts.ts';
import { loadKernelHere } from './kernel-source.ts';
import { createLeafMakerHere } from './leaf-maker-here.ts';
import type { LeafService } from './pool.ts';
import { installErrorWire } from './wire.ts';
import { serveWorker } from './worker-scope.ts';

installErrorWire();
serveWorker({
  async start({ port }) {
    const leafMaker = createLeafMakerHere(await loadKernelHere());
    const service: LeafService = { make: async (task) => giveAway(await leafMaker.make(task)) };
    expose(service, port);
  },
});

function giveAway(result: LeafResult): LeafResult {
  const parts = [result.leaf, result.contents, result.fileHash, result.original];
  // Two parts may share a buffer, and a buffer named twice is a DataCloneError.
  const buffers = new Set(parts.flatMap((part) => (part ? [part.buffer as ArrayBuffer] : [])));
  return transfer(result, [...buffers]);
}
