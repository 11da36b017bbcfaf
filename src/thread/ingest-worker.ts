import { expose, transfer } from 'comlink';
import type { LeafResult } from '../engine/parts.ts';
import { remindCollector } from '../lib/remind-collector.ts';
import { loadKernelHere } from './kernel-source.ts';
import { createLeafMakerHere } from './leaf-maker-here.ts';
import type { LeafService } from './pool.ts';
import { installErrorWire } from './wire.ts';
import { serveWorker } from './worker-scope.ts';

/** What a message leaves behind is a few KB, most of it where the collector does not count. */
const REMIND_EVERY = 4_000;
let made = 0;

installErrorWire();
serveWorker({
  async start({ port }) {
    const leafMaker = createLeafMakerHere(await loadKernelHere());
    const service: LeafService = {
      async make(task) {
        if (++made % REMIND_EVERY === 0) remindCollector();
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
