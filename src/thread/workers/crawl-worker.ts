import { expose, wrap } from 'comlink';
import type { SitePort } from '../../crawl/contract.ts';
import { createSiteService } from '../../crawl/jobs/site-service.ts';
import type { SiteService } from '../../model/site/site-service.ts';
import { installErrorWire } from '../wire/error-wire.ts';
import { confineCrawler } from './confine-crawler.ts';
import { reportFetch } from './report-fetch.ts';
import { serveWorker, tellPage } from './worker-scope.ts';

confineCrawler(globalThis, import.meta.url);

const clock = {
  now: () => Date.now(),
  ticks: () => performance.now(),
  setTimeout: (callback: () => void, ms: number) => setTimeout(callback, ms),
  clearTimeout: (timer: unknown) => clearTimeout(timer as number),
  random: () => Math.random(),
};

let openSitePort: (port: MessagePort) => void = () => undefined;
const sitePort = new Promise<MessagePort>((resolve) => {
  openSitePort = resolve;
});

installErrorWire();
serveWorker({
  async start({ port }) {
    expose(createService(wrap<SitePort>(await sitePort) as unknown as SitePort), port);
  },
  onMessage(message) {
    if (message.type === 'site-port') openSitePort(message.port);
  },
});

function createService(sites: SitePort): SiteService {
  return createSiteService({
    sites,
    fetch: reportFetch((row) => tellPage({ type: 'requests', rows: [row] })),
    clock,
    locks: navigator.locks,
    secure: location.protocol === 'https:',
    onJob: (job) => tellPage({ type: 'site-job', job }),
  });
}
