import { expose, wrap } from 'comlink';
import type { SitePort } from '../../engine/contract.ts';
import { createLocalEngine } from '../local/local-engine.ts';
import { toWireEngine } from '../wire/engine-wire.ts';
import { installErrorWire } from '../wire/error-wire.ts';
import { createHostLink, type HostService } from '../wire/host-link.ts';
import { createPool, type IngestPool } from './pool.ts';
import { serveWorker, tellPage } from './worker-scope.ts';

let pool: IngestPool | undefined;
let sites: SitePort | undefined;
const hosts = createHostLink(() => tellPage({ type: 'want-hosts' }));

installErrorWire();
serveWorker({
  async start({ port, ingestWorkers, storeName }) {
    const creating = createLocalEngine({
      where: 'worker',
      storeName,
      openOtherHost: hosts.open,
      addWorkers(local) {
        if (ingestWorkers === 0) return local;
        const askForWorkers = () => tellPage({ type: 'want-ingest-workers' });
        const renewWorker = (index: number) => tellPage({ type: 'renew-ingest-worker', index });
        pool = createPool({ size: ingestWorkers, askForWorkers, renewWorker, local });
        return pool;
      },
    });
    // Runs while storage and kernel load.
    loadLocales();
    const made = await creating;
    sites = made.sites;
    expose(toWireEngine(made.engine), port);
  },
  onMessage(message) {
    if (message.type === 'site-port' && sites) expose(sites, message.port);
    if (message.type === 'host-port') hosts.join(wrap<HostService>(message.port) as unknown as HostService);
    if (message.type === 'hosts-lost') hosts.lose(message.reason);
    if (message.type === 'ingest-port') pool?.add(message.index, message.port);
    if (message.type === 'ingest-failed') pool?.fail(message.index, message.reason);
  },
});

/**
 * The first number format in a process loads the data of all locales: 25 to 120 ms in Chromium. The threads of a process share it, so the page, which
 * needs it next, does not have to wait (decision 246).
 */
function loadLocales(): void {
  new Intl.NumberFormat();
  new Intl.RelativeTimeFormat();
}
