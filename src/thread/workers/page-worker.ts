import { expose, wrap } from 'comlink';
import { fromBase64 } from '../../lib/bytes.ts';
import { createPageEngine } from '../local/page-engine.ts';
import { toWireEngine } from '../wire/engine-wire.ts';
import { installErrorWire } from '../wire/error-wire.ts';
import { createHostLink, type HostService } from '../wire/host-link.ts';
import { serveWorker, tellPage } from './worker-scope.ts';

/** The engine worker of a single page. The page writes the kernel before its script, since nothing can be fetched. */
const hosts = createHostLink(() => tellPage({ type: 'want-hosts' }));

installErrorWire();
serveWorker({
  async start({ port }) {
    const kernel = fromBase64((globalThis as { quireKernel?: string }).quireKernel ?? '') ?? new Uint8Array();
    expose(toWireEngine(await createPageEngine({ kernel, openHost: hosts.open, where: 'worker' })), port);
  },
  onMessage(message) {
    if (message.type === 'host-port') hosts.join(wrap<HostService>(message.port) as unknown as HostService);
  },
});
