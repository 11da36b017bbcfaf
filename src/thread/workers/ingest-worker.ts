import { expose, releaseProxy, transfer } from 'comlink';
import type { FileTask } from '../../engine/deps.ts';
import { scanFolder } from '../../engine/scan/scan-folder.ts';
import { loadLocalKernel } from '../local/kernel-source.ts';
import { createThreadLeafMaker } from '../local/thread-leaf-maker.ts';
import { installErrorWire } from '../wire/error-wire.ts';
import { createPlaceReceiver, type PlaceReceiver } from '../wire/file-places.ts';
import type { IngestService, SentBatch } from '../wire/ingest-service.ts';
import { createOpenCalls } from '../wire/open-calls.ts';
import { packOutcomes } from '../wire/outcome-wire.ts';
import { failStrayErrors } from './fail-stray-errors.ts';
import { serveWorker } from './worker-scope.ts';

installErrorWire();
serveWorker({
  async start({ port }) {
    const leafMaker = createThreadLeafMaker(await loadLocalKernel());
    const places = createPlaceReceiver();
    const batches = createOpenCalls();
    failStrayErrors(batches);
    const service: IngestService = {
      async makeBatch(batch) {
        const tasks = toTasks(batch, places);
        const packed = packOutcomes(await batches.track(leafMaker.makeAll(tasks)));
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
