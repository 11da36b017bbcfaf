import { workerData } from 'node:worker_threads';
import { expose } from 'comlink';
import { createDeflateService } from '../../src/thread/workers/deflate-service.ts';

/** What an ingest worker does for exports, in a thread of Node. */
export function serveDeflate(): void {
  const { port } = workerData as { port: MessagePort };
  expose(createDeflateService(), port);
}
