import { expose, releaseProxy, transfer } from 'comlink';
import type { LeafResult } from '../engine/parts.ts';
import { scanFolder } from '../engine/scan-folder.ts';
import { createReminder } from '../lib/remind-collector.ts';
import { createPlaceReceiver } from './file-places.ts';
import { loadKernelHere } from './kernel-source.ts';
import { createLeafMakerHere } from './leaf-maker-here.ts';
import { packOutcomes } from './outcome-wire.ts';
import type { IngestService } from './pool.ts';
import { installErrorWire } from './wire.ts';
import { serveWorker } from './worker-scope.ts';

/** What a message leaves behind is a few KB, most of it where the collector does not count; so is a handle, and a file. */
const remind = createReminder(2_500);

installErrorWire();
serveWorker({
  async start({ port }) {
    const leafMaker = createLeafMakerHere(await loadKernelHere());
    const places = createPlaceReceiver();
    const service: IngestService = {
      async make(task) {
        remind(1);
        const result = await leafMaker.make(task);
        return transfer(result, toBuffers(result));
      },
      async makeBatch({ settings, maxBytes, files }) {
        remind(files.length * 3);
        // Places are received in the order in which they were sent.
        const tasks = files.map((file) => ({
          ...file,
          settings,
          maxBytes,
          place: places.receive(file.place),
        }));
        const packed = packOutcomes(await leafMaker.makeAll(tasks));
        return transfer(packed, [packed.buffer]);
      },
      async scanFolder(folder, rules, take) {
        try {
          return await scanFolder(folder, rules, (batch) => take(transfer(batch, [batch.packed.buffer])));
        } finally {
          take[releaseProxy]();
        }
      },
    };
    expose(service, port);
  },
});

/** To be given away. Two parts may share a buffer, and a buffer named twice is a DataCloneError. */
function toBuffers(result: LeafResult): ArrayBuffer[] {
  const parts = [result.leaf, result.contents, result.fileHash, result.original];
  return [...new Set(parts.flatMap((part) => (part ? [part.buffer as ArrayBuffer] : [])))];
}
