import { expose, transfer } from 'comlink';
import type { LeafResult } from '../engine/parts.ts';
import { createReminder } from '../lib/remind-collector.ts';
import { loadKernelHere } from './kernel-source.ts';
import { createLeafMakerHere } from './leaf-maker-here.ts';
import type { LeafService } from './pool.ts';
import { installErrorWire } from './wire.ts';
import { serveWorker } from './worker-scope.ts';

/** What a message leaves behind is a few KB, most of it where the collector does not count. */
const remind = createReminder(4_000);

installErrorWire();
serveWorker({
  async start({ port }) {
    const leafMaker = createLeafMakerHere(await loadKernelHere());
    const service: LeafService = {
      async make(task) {
        remind(1);
        return giveAway(await leafMaker.make(task));
      },
    };
    expose(service, port);
  },
});

function giveAway(result: LeafResult): LeafResult {
  const parts = [result.leaf, result.contents, result.fileHash, result.original];
  // Two parts may share a buffer, and a buffer named twice is a DataCloneError.
  const buffers = new Set(parts.flatMap((part) => (part ? [part.buffer as ArrayBuffer] : [])));
  return transfer(result, [...buffers]);
}
