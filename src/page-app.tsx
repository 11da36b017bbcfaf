import './lib/script-policy.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { AppError, toAppError } from './model/app-error.ts';
import { toPublishedId } from './model/collection.ts';
import type { PwaSnapshot } from './model/page/pwa-state.ts';
import { PAGE_ADDRESS } from './publish/format/single-page.ts';
import { connectPage } from './thread/page/connect-page.ts';
import { withPublished } from './thread/page/published-collections.ts';
import { createRequestLog, observeRequests } from './thread/page/request-log.ts';
import { App } from './ui/app.tsx';
import type { Connection } from './ui/state/connection.ts';
import { setOwnCollection } from './ui/state/route.ts';

/** The composition root of a single page. */
const requests = createRequestLog(location.origin);
observeRequests(requests.add);
let connection: Promise<Connection> | undefined;
const connectOnce = () => {
  connection ??= connect();
  return connection;
};

createRoot(document.querySelector('#root') as HTMLElement).render(
  <StrictMode>
    <App connect={connectOnce} />
  </StrictMode>,
);

/** Whatever is wrong with the bytes of the collection is wrong with the page. */
function toPageProblem(error: unknown): AppError {
  const { code, message, details } = toAppError(error);
  return code.startsWith('publish/') ? new AppError('publish/bad-page', message, details) : toAppError(error);
}

async function connect(): Promise<Connection> {
  const { engine: connected, reason, matchTexts } = await connectPage(document);
  const engine = withPublished(connected);
  setOwnCollection(toPublishedId(PAGE_ADDRESS));
  const problem = await engine.openPublished(PAGE_ADDRESS).then(() => undefined, toPageProblem);
  const { where, kernel } = await engine.diagnostics();
  const state: PwaSnapshot = { offlineReady: true, updateReady: false };
  const refuse = async (): Promise<never> => {
    throw new AppError('publish/read-only', 'a single page has only its own collection', {});
  };
  return {
    engine,
    where: `${where}, wasm ${kernel}`,
    reason,
    requests,
    pwa: {
      snapshot: () => state,
      subscribe: () => () => {},
      applyUpdate: async () => {},
      setBusy: () => {},
      keepEverything: () => {},
    },
    isSinglePage: true,
    findHandle: async () => undefined,
    matchTexts,
    loadSample: refuse,
    readApp: refuse,
    readAgentServer: refuse,
    takeShared: async () => undefined,
    ...(problem && { besideProblem: { code: problem.code, message: problem.message, details: problem.details } }),
  };
}
