import { expose } from 'comlink';
import type { ModelService } from '../../answer/contract.ts';
import { createModelServers } from '../../answer/model-servers.ts';
import { installErrorWire } from '../wire/error-wire.ts';
import { confineToOrigins, confineWorker } from './confine-worker.ts';
import { reportFetch } from './report-fetch.ts';
import { serveWorker, tellPage } from './worker-scope.ts';

confineWorker(globalThis, import.meta.url);
// Part of the worker's start, so that no later message can change it.
const [, ...origins] = globalThis.name.split(' ');
const send = reportFetch(
  (row) => tellPage({ type: 'requests', rows: [row] }),
  'model',
  confineToOrigins(globalThis, origins),
);

installErrorWire();
serveWorker({ start: async ({ port }) => expose(createBatched(createModelServers(send)), port) });

/** Models send a few characters at a time; the page gets them twenty times a second. */
const BATCH_MS = 50;

function createBatched(service: ModelService): ModelService {
  return {
    ...service,
    async chat(call, onText) {
      let waiting = '';
      let timer: ReturnType<typeof setTimeout> | undefined;
      const flush = (): void => {
        clearTimeout(timer);
        timer = undefined;
        if (waiting !== '') onText(waiting);
        waiting = '';
      };
      const take = (part: string): void => {
        waiting += part;
        timer ??= setTimeout(flush, BATCH_MS);
      };
      return service.chat(call, take).finally(flush);
    },
  };
}
