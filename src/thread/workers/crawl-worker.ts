import { expose, proxy, type Remote, transfer, wrap } from 'comlink';
import type { SitePort, TreeReader } from '../../crawl/contract.ts';
import type { Companion } from '../../crawl/fetch/companion.ts';
import { createSiteService } from '../../crawl/jobs/site-service.ts';
import type { SiteService } from '../../model/site/site-service.ts';
import type { Host } from '../../publish/contract.ts';
import { createHttpHost } from '../../publish/read/create-http-host.ts';
import { installErrorWire } from '../wire/error-wire.ts';
import { createHostService, type HostService } from '../wire/host-link.ts';
import { confineWorker } from './confine-worker.ts';
import { reportFetch } from './report-fetch.ts';
import { serveWorker, tellPage } from './worker-scope.ts';

confineWorker(globalThis, import.meta.url);

const clock = {
  now: () => Date.now(),
  ticks: () => performance.now(),
  setTimeout: (callback: () => void, ms: number) => setTimeout(callback, ms),
  clearTimeout: (timer: unknown) => clearTimeout(timer as number),
  random: () => Math.random(),
};

let openCompanion: (port: MessagePort) => void = () => undefined;
const companion = toCompanion(
  new Promise<MessagePort>((resolve) => {
    openCompanion = resolve;
  }),
);

let openSitePort: (port: MessagePort) => void = () => undefined;
const sitePort = new Promise<MessagePort>((resolve) => {
  openSitePort = resolve;
});

installErrorWire();
serveWorker({
  async start({ port }) {
    expose(createService(toSites(wrap<SitePort>(await sitePort))), port);
  },
  onMessage(message) {
    if (message.type === 'site-port') openSitePort(message.port);
    if (message.type === 'companion-port') openCompanion(message.port);
    if (message.type === 'host-port') expose(toHandedOverSpans(createHostService(openHost)), message.port);
  },
});

/** Fetches ranges here; the caller verifies them. */
function openHost(address: string): Host {
  return createHttpHost(address, {
    fetch: reportFetch((row) => tellPage({ type: 'requests', rows: [row] }), 'published'),
  });
}

function toHandedOverSpans(service: HostService): HostService {
  return {
    ...service,
    async readSpans(...args) {
      const parts = await service.readSpans(...args);
      // Parts of one file that was read as a whole share their buffer, which must stay here.
      const own = parts.map((part) => (part.byteLength === part.buffer.byteLength ? part : part.slice()));
      return transfer(
        own,
        own.map(({ buffer }) => buffer as ArrayBuffer),
      );
    },
  };
}

function createService(sites: SitePort): SiteService {
  return createSiteService({
    sites,
    companion,
    fetch: reportFetch((row) => tellPage({ type: 'requests', rows: [row] })),
    clock,
    locks: navigator.locks,
    secure: location.protocol === 'https:',
    onJob: (job) => tellPage({ type: 'site-job', job }),
  });
}

function toCompanion(port: Promise<MessagePort>): Companion {
  const remote = port.then((open) => wrap<Companion>(open));
  return {
    isPresent: async () => (await remote).isPresent(),
    read: async (request) => (await remote).read(request),
    stop: (id) => void remote.then((open) => open.stop(id)),
    ask: async (origin) => (await remote).ask(origin),
  };
}

/** A source of files crosses the wire as a proxy, and files are transferred. */
function toSites(remote: Remote<SitePort>): SitePort {
  const plain = remote as unknown as SitePort;
  const readTree: SitePort['readTree'] = (source, tree, reader) =>
    plain.readTree(source, tree, proxy({ ...reader, read: toHandedOver(reader) }));
  return new Proxy(plain, { get: (_, name: keyof SitePort) => (name === 'readTree' ? readTree : plain[name]) });
}

function toHandedOver(reader: TreeReader): TreeReader['read'] {
  return async (path, maxBytes) => {
    const bytes = await reader.read(path, maxBytes);
    return transfer(bytes, [bytes.buffer]);
  };
}
