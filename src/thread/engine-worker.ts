import { expose, proxy } from 'comlink';
import { createEngineHere } from './engine-here.ts';
import type { EngineHost } from './engine-host.ts';
import { createPool, type IngestPool } from './pool.ts';
import { installErrorWire } from './wire.ts';
import { serveWorker, tellPage } from './worker-scope.ts';

let pool: IngestPool | undefined;

installErrorWire();
serveWorker({
  async start({ port, ingestWorkers }) {
    const { host, kernel } = await createEngineHere({
      where: 'worker',
      widen(local) {
        if (ingestWorkers === 0) return local;
        const askForWorkers = () => tellPage({ type: 'want-ingest-workers' });
        pool = createPool({ size: ingestWorkers, askForWorkers, local });
        return pool;
      },
    });
    expose(toWireHost(host), port);
    return { kernel };
  },
  onMessage(message) {
    if (message.type === 'ingest-port') pool?.add(message.index, message.port);
    if (message.type === 'ingest-failed') pool?.fail(message.index, message.reason);
  },
});

/** A function cannot be cloned: the unsubscribe function goes as a proxy. */
function toWireHost(host: EngineHost): EngineHost {
  return { ...host, subscribe: async (listener) => proxy(await host.subscribe(listener)) };
}
