import { proxy, releaseProxy, wrap } from 'comlink';
import type { Model, ModelServer, ModelService, ServerModel } from '../../answer/contract.ts';
import { AppError } from '../../model/app-error.ts';
import type { SeenRequest } from '../../model/page/request-log.ts';
import { createOpenCalls } from '../wire/remote-service.ts';
import modelWorkerUrl from '../workers/model-worker.ts?worker&url';
import { startWorker } from './start-worker.ts';

/** Servers of models, reached through a worker that lives as long as the call and reaches the origins of its servers only. */
export function connectModels(onRequests: (rows: readonly SeenRequest[]) => void) {
  async function use<T>(servers: readonly ModelServer[], work: (service: ModelService) => Promise<T>): Promise<T> {
    const calls = new MessageChannel();
    const open = createOpenCalls();
    const origins = new Set(servers.map(({ base }) => new URL(base).origin));
    const worker = await startWorker({
      spawn: () => new Worker(modelWorkerUrl, { type: 'module', name: ['model', ...origins].join(' ') }),
      port: calls.port2,
      locks: navigator.locks,
      onMessage(message) {
        if (message.type === 'requests') onRequests(message.rows);
      },
      onDeath: (reason) => open.failAll(new AppError('thread/worker-died', 'the model worker ended', { reason })),
    });
    const service = wrap<ModelService>(calls.port1);
    try {
      return await open.track(work(service as unknown as ModelService));
    } finally {
      void worker.stop();
      // Also keeps it until here: a proxy that is collected closes its port, and a call under way would never end.
      service[releaseProxy]();
    }
  }

  return {
    find: (servers: readonly ModelServer[]) =>
      use(servers, (service) =>
        Promise.all(servers.map((server) => service.listModels(server).catch(() => undefined))),
      ),
    list: (server: ModelServer) => use([server], (service) => service.listModels(server)),
    async open(server: ModelServer, chosen: ServerModel): Promise<Model> {
      const model = await use([server], (service) => service.describe(server, chosen));
      return {
        name: model.name,
        host: new URL(server.base).host,
        contextTokens: model.contextTokens,
        chat: (request, onText, signal) =>
          use([server], async (service) => {
            if (signal.aborted) return { why: 'stopped' };
            const stop = () => void service.stop();
            signal.addEventListener('abort', stop);
            return service.chat({ ...request, server, model }, proxy(onText)).finally(() => {
              signal.removeEventListener('abort', stop);
            });
          }),
      };
    },
  };
}
