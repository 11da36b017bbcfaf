import { expose, transfer } from 'comlink';
import type { LeafResult } from '../engine/parts.ts';
import { loadKernelHere } from './kernel-source.ts';
import type { LeafService } from './pool.ts';
import { installErrorWire } from './wire.ts';
import { serveWorker } from './worker-scope.ts';

installErrorWire();
serveWorker({
  async start({ port }) {
    const kernel = await loadKernelHere();
    const service: LeafService = {
      make: async () => {
        throw new Error('stub');
      },
    };
    expose(service, port);
  },
});

export function giveAwayResult(result: LeafResult): LeafResult {
  const parts = [result.leaf, result.contents, result.fileHash, result.original];
  const buffers = new Set(parts.flatMap((part) => (part ? [part.buffer as ArrayBuffer] : [])));
  return transfer(result, [...buffers]);
}
