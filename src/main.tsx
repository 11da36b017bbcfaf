import './lib/script-policy.ts';
import './ui/styles/main.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Diagnostics, Engine } from './engine/contract.ts';
import { AppError, toAppError } from './model/app-error.ts';
import { toPublishedId } from './model/collection.ts';
import type { AgentSwitch } from './model/page/agent-switch.ts';
import { createPwaState } from './pwa/pwa-state.ts';
import type { SourceInput } from './sources/contract.ts';
import { connectCompanion } from './thread/page/connect-companion.ts';
import { connectEngine } from './thread/page/connect-engine.ts';
import { connectSites, type Sites, type SitesMemory } from './thread/page/connect-sites.ts';
import {
  findPublishedBeside,
  type PublishedMemory,
  readAgentServer,
  readApp,
  toStoreName,
  withOwn,
  withPublished,
} from './thread/page/published-collections.ts';
import { createRequestLog, observeRequests } from './thread/page/request-log.ts';
import { App } from './ui/app.tsx';
import type { Connection } from './ui/state/connection.ts';
import { setOwnCollection } from './ui/state/route.ts';
import { readStored, writeStored } from './ui/state/stored.ts';

// All in one stylesheet, whichever screen needs them: otherwise the build would make an empty script for those that screens share.
import.meta.glob('./ui/**/*.module.css', { eager: true });

const requests = createRequestLog(location.origin);
observeRequests(requests.add);
const companion = connectCompanion(requests.add);
// React's strict mode runs effects twice; two engines would be two workers on one store.
let connection: Promise<Connection> | undefined;
const connectOnce = () => {
  connection ??= isFramedByOthers() ? Promise.reject(new AppError('app/framed', 'framed by another site')) : connect();
  return connection;
};

const pwa = createPwaState('./service-worker.js', connectOnce());

createRoot(document.querySelector('#root') as HTMLElement).render(
  <StrictMode>
    <App connect={connectOnce} />
  </StrictMode>,
);

async function connect(): Promise<Connection> {
  const beside = findPublishedBeside(document);
  if (beside !== undefined) setOwnCollection(toPublishedId(beside.replace(/#.*/s, '')));
  const storeName = beside === undefined ? undefined : toStoreName(beside);
  let sites: Sites | undefined;
  const {
    engine: connected,
    reason,
    joinCrawler,
    loseHosts,
  } = await connectEngine({
    onRequests: requests.add,
    storeName,
    openHostPort: async () => {
      if (sites === undefined) throw new AppError('publish/unreachable', 'other hosts cannot be asked here');
      return sites.openHostPort();
    },
  });
  // Browsers let only the page ask to keep data.
  const engine = withOwn(withPublished(connected, beside === undefined ? publishedMemory : undefined), {
    persist: async () => (await navigator.storage?.persist?.()) ?? false,
  });
  const onLost = (jobIds: readonly string[]) => {
    loseHosts?.('the crawler ended');
    for (const jobId of jobIds) void engine.cancel(jobId).catch(() => undefined);
  };
  sites =
    joinCrawler && connectSites({ joinCrawler, onRequests: requests.add, onLost, memory: sitesMemory, companion });
  await engine.subscribe((event) => {
    if (event.type === 'problem' && event.code === 'thread/worker-died') sites?.rejoin();
    if (event.type === 'collection' && event.what === 'commit') askToKeepOnce(engine);
  });
  // Offline, or with a damaged host, the copies stored here still work.
  const besideProblem =
    beside === undefined ? undefined : await engine.openPublished(beside).then(() => undefined, readProblem);
  const agent = await connectAgent(engine, sites);
  return {
    engine,
    where: toWhere(await engine.diagnostics()),
    reason,
    sites,
    agent,
    companion,
    requests,
    // Without workers there is nothing that could be confined to one origin.
    openModels:
      joinCrawler && (async () => (await import('./thread/page/connect-models.ts')).connectModels(requests.add)),
    pwa,
    findHandle: engine.rememberedHandle,
    matchTexts: async (...call) => (await import('./thread/page/match-in-worker.ts')).matchTexts(...call),
    loadRecogniser: () => import('./thread/page/recognise-in-workers.ts'),
    openSlides: async (file) =>
      (await import('./read/document/office/slide-pictures.ts')).openSlides(new Uint8Array(await file.arrayBuffer())),
    openPdf: async (...call) => (await import('./thread/page/open-pdf.ts')).openPdf(...call),
    loadSample,
    readApp,
    readAgentServer,
    showSite: async (files) => (await import('./pwa/site-preview.ts')).showSite(files),
    takeShared: takeSharedOnce,
    beside,
    besideProblem,
  };
}

function readProblem(error: unknown): Connection['besideProblem'] {
  const { code, message, details } = toAppError(error);
  return { code, message, details };
}

/** A page that frames ours could place its own buttons over it; hosts that send no headers cannot forbid that. */
function isFramedByOthers(): boolean {
  try {
    return window.top !== window && window.top?.location.origin !== location.origin;
  } catch {
    return true;
  }
}

let hasAskedToKeep = false;

/**
 * Asks to keep data once the user has added something. Chromium decides silently; in browsers that ask the user, the button in the library asks,
 * where the question is expected.
 */
function askToKeepOnce(engine: Engine): void {
  if (hasAskedToKeep || !('userAgentData' in navigator)) return;
  hasAskedToKeep = true;
  void engine.persist().catch(() => false);
}

/** Loaded only where the browser has WebMCP. */
async function connectAgent(engine: Engine, sites: Sites | undefined): Promise<AgentSwitch | undefined> {
  if (!('modelContext' in document) && !('modelContext' in navigator)) return undefined;
  const { createAgentSwitch } = await import('./agent/create-agent-switch.ts');
  return createAgentSwitch({
    engine,
    listCrawls: async (collectionId) => (await sites?.listJobs(collectionId))?.map(({ status }) => status) ?? [],
  });
}

const sitesMemory: SitesMemory = {
  read: () => readStored('quire.sites') === 'yes',
  write: () => writeStored('quire.sites', 'yes'),
};

const publishedMemory: PublishedMemory = {
  read: () => readStored('quire.published'),
  write: (text) => writeStored('quire.published', text),
};

function toWhere({ where, kernel }: Diagnostics): string {
  return `${where}, ${kernel === 'js' ? 'JS' : `wasm ${kernel}`}`;
}

/** The service worker opens the page with `?shared`; the address is corrected, or a reload would ask again. */
async function takeSharedOnce(): ReturnType<Connection['takeShared']> {
  if (!new URLSearchParams(location.search).has('shared')) return undefined;
  history.replaceState(null, '', location.pathname + location.hash);
  const { takeShared } = await import('./pwa/shared-files.ts');
  return takeShared(new URL('./', location.href).href);
}

async function loadSample(): Promise<SourceInput> {
  const response = await fetch('./sample.json').catch(() => undefined);
  if (!response?.ok)
    throw new AppError('app/unexpected', 'the sample is not there; it comes with the next visit online');
  const docs = (await response.json()) as { path: string; text: string }[];
  const files = docs.map(({ path, text }) => ({ path, file: new File([text], path.split('/').at(-1) ?? path) }));
  return { type: 'files', name: 'Quire docs', files };
}
