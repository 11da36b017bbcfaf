import { expose, releaseProxy, transfer } from 'comlink';
import type { FileTask, LeafResult } from '../../engine/deps.ts';
import { scanFolder } from '../../engine/scan/scan-folder.ts';
import { createGcCounter } from '../../lib/memory.ts';
import { loadLocalKernel } from '../local/kernel-source.ts';
import { createThreadLeafMaker } from '../local/thread-leaf-maker.ts';
import { installErrorWire } from '../wire/error-wire.ts';
import { createPlaceReceiver, type PlaceReceiver } from '../wire/file-places.ts';
import type { IngestService, SentBatch } from '../wire/ingest-service.ts';
import { packOutcomes } from '../wire/outcome-wire.ts';
import { createDeflateService } from './deflate-service.ts';
import { serveWorker } from './worker-scope.ts';

/** Each message, file handle and file leaves a few KB of garbage that V8 does not count. */
const countGarbage = createGcCounter(2_500);

installErrorWire();
serveWorker({
  async start({ port }) {
    const leafMaker = createThreadLeafMaker(await loadLocalKernel());
    const places = createPlaceReceiver();
    const service: IngestService = {
      async make(task) {
        countGarbage(1);
        const result = await leafMaker.make(task);
        return transfer(result, toBuffers(result));
      },
      async makeBatch(batch) {
        const tasks = toTasks(batch, places);
        for (const { from } of tasks) countGarbage('bytes' in from ? 1 : 3);
        const packed = packOutcomes(await leafMaker.makeAll(tasks));
        return transfer(packed, [packed.buffer]);
      },
      async findColours(language, text) {
        const colours = (await leafMaker.findColours?.(language, text)) ?? new Uint32Array();
        return transfer(colours, [colours.buffer]);
      },
      async scanFolder(folder, rules, take) {
        try {
          return await scanFolder(folder, rules, (batch) => take(transfer(batch, [batch.packed.buffer])));
        } finally {
          take[releaseProxy]();
        }
      },
      ...createDeflateService({ onMessage: () => countGarbage(1) }),
    };
    expose(service, port);
  },
});

/** Places and bytes are in the order of the files. */
function toTasks({ settings, maxBytes, files, ahead: bytes }: SentBatch, places: PlaceReceiver): FileTask[] {
  let end = 0;
  return files.map((file) => {
    if (typeof file.from !== 'number') return { ...file, settings, maxBytes, from: places.receive(file.from) };
    const start = end;
    end += file.from;
    return { ...file, settings, maxBytes, from: { bytes, start, end } };
  });
}

/** The buffers to transfer. Two parts may share one, and a buffer listed twice is a DataCloneError. */
function toBuffers(result: LeafResult): ArrayBuffer[] {
  const parts = [result.leaf, result.contents, result.fileHash, result.original];
  return [...new Set(parts.flatMap((part) => (part ? [part.buffer as ArrayBuffer] : [])))];
}
