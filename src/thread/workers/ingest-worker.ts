import { expose, transfer } from 'comlink';
import type { NoLeaf } from '../../engine/deps.ts';
import type { Leaf } from '../../kernel/contract.ts';
import { AppError } from '../../model/app-error.ts';
import { loadLocalKernel } from '../local/kernel-source.ts';
import { createThreadLeafMaker } from '../local/thread-leaf-maker.ts';
import { installErrorWire } from '../wire/error-wire.ts';
import type { IngestService } from '../wire/protocol.ts';
import { createOpenCalls, type OpenCalls } from '../wire/remote-service.ts';
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

/**
 * Fails the calls in hand with an error that nothing caught (decision 276): a reader left it in a timer or a promise, and might never
 * answer. With no call in hand the browser reports the error as usual.
 */
function failStrayErrors(calls: OpenCalls, scope: EventTarget = globalThis): void {
  const fail = (event: Event): void => {
    // Its message may quote the file.
    const error = new AppError('thread/worker-died', 'a reader left an error that nothing caught');
    if (calls.failAll(error)) event.preventDefault();
  };
  scope.addEventListener('error', fail);
  scope.addEventListener('unhandledrejection', fail);
}
