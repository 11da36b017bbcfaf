import { expose, transfer } from 'comlink';
import type { NoLeaf } from '../../engine/deps.ts';
import type { Leaf } from '../../kernel/contract.ts';
import { loadLocalKernel } from '../local/kernel-source.ts';
import { createThreadLeafMaker } from '../local/thread-leaf-maker.ts';
import { installErrorWire } from '../wire/error-wire.ts';
import { createOpenCalls } from '../wire/open-calls.ts';
import type { IngestService } from '../wire/protocol.ts';
import { failStrayErrors } from './fail-stray-errors.ts';
import { serveWorker } from './worker-scope.ts';

installErrorWire();
serveWorker({
  async start({ port }) {
    const leafMaker = createThreadLeafMaker(await loadLocalKernel());
    const calls = createOpenCalls();
    failStrayErrors(calls);
    const service: IngestService = {
      async make(tasks) {
        const made = await calls.track(leafMaker.make(tasks));
        return transfer(made, made.flatMap(toBuffers));
      },
      async findColours(language, text) {
        const colours = (await leafMaker.findColours?.(language, text)) ?? new Uint32Array();
        return transfer(colours, [colours.buffer]);
      },
    };
    expose(service, port);
  },
});

/** Files without text share an empty buffer, which can be transferred only once. */
function toBuffers(made: Leaf | NoLeaf): Transferable[] {
  if (!('leaf' in made)) return [];
  const { leaf, contents, original } = made;
  return [leaf, contents, original].flatMap((bytes) => (bytes?.byteLength ? [bytes.buffer] : []));
}
