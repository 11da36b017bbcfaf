import { expose, wrap } from 'comlink';
import type { Engine } from '../../engine/contract.ts';
import { fromBase64, toBase64 } from '../../lib/bytes.ts';
import { gunzip } from '../../lib/deflate.ts';
import { createScriptBlobUrl } from '../../lib/script-policy.ts';
import { AppError } from '../../model/app-error.ts';
import type { Host } from '../../publish/contract.ts';
import { PAGE_IDS } from '../../publish/format/single-page.ts';
import { createMemoryHost } from '../../publish/read/create-memory-host.ts';
import { createPageEngine } from '../local/page-engine.ts';
import { toEngine } from '../wire/engine-wire.ts';
import { installErrorWire } from '../wire/error-wire.ts';
import { createHostService } from '../wire/host-link.ts';
import { startEngine } from './engine-facade.ts';
import { createMatchTexts, type MatchTexts } from './match-texts.ts';
import { type StartedWorker, startWorker } from './start-worker.ts';

/** Runs the engine of a single page in a worker made of the page's own script, or in the page. Throws `publish/bad-page`. */
export async function connectPage(
  page: Document,
): Promise<{ engine: Engine; reason?: string; matchTexts: MatchTexts }> {
  installErrorWire();
  const kernel = readKernel(page);
  const host = createMemoryHost(createFileReader(page));
  const source = page.querySelector('#quire-script')?.textContent ?? '';
  const script = `globalThis.quireKernel=${JSON.stringify(toBase64(kernel))};\n${source}`;
  const url = createScriptBlobUrl(script);
  // Not modules: on a disk Chromium starts none from a blob.
  const spawn = (name: string) => new Worker(url, { name });
  const started = await startEngine(
    (onDeath) => openWorker(() => spawn('quire engine'), host, onDeath),
    (whereReason) => createPageEngine({ kernel, openHost: () => host, where: 'main thread', whereReason }),
  );
  return { ...started, matchTexts: createMatchTexts(() => spawn('quire match')) };
}

async function openWorker(spawn: () => Worker, host: Host, onDeath: (reason: string) => void): Promise<Engine> {
  const { port1, port2 } = new MessageChannel();
  let worker: StartedWorker | undefined;
  worker = await startWorker({
    spawn,
    port: port2,
    locks: navigator.locks,
    onMessage(message) {
      if (message.type !== 'want-hosts') return;
      const channel = new MessageChannel();
      expose(
        createHostService(() => host),
        channel.port1,
      );
      worker?.post({ type: 'host-port', port: channel.port2 }, [channel.port2]);
    },
    onDeath,
  });
  return toEngine(wrap<Engine>(port1));
}

function readKernel(page: Document): Uint8Array<ArrayBuffer> {
  const packed = fromBase64(page.getElementById(PAGE_IDS.kernel)?.textContent ?? '!');
  try {
    return gunzip(packed as Uint8Array);
  } catch {
    throw new AppError('publish/bad-page', 'the page is damaged', {});
  }
}

/** Decodes a file on its first use, and drops its text. */
function createFileReader(page: Document): (name: string) => Uint8Array | undefined {
  const files = new Map<string, Uint8Array | undefined>();
  return (name) => {
    if (files.has(name)) return files.get(name);
    const element = page.querySelector(`script[data-file="${CSS.escape(name)}"]`);
    const bytes = fromBase64(element?.textContent ?? '!');
    element?.remove();
    files.set(name, bytes);
    return bytes;
  };
}
