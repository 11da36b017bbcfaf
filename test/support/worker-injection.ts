import type { BrowserContext } from '@playwright/test';

/**
 * Puts code in front of every worker that starts from a blob, and before the page's own scripts: the way to take a feature away from both
 * threads, or to ask from inside a worker what it may do.
 */
export async function injectEverywhere(context: BrowserContext, code: string): Promise<void> {
  await context.addInitScript((injected) => {
    const PageBlob = Blob;
    window.Blob = class extends PageBlob {
      constructor(parts: BlobPart[] = [], options: BlobPropertyBag = {}) {
        super(options.type === 'text/javascript' ? [injected, '\n', ...parts] : parts, options);
      }
    };
  }, code);
  await context.addInitScript({ content: code });
}

/** Remembers the page's workers by name in `window.__workers`. */
export async function captureWorkers(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const PageWorker = Worker;
    const workers: Record<string, Worker> = {};
    Object.assign(window, { __workers: workers });
    window.Worker = class extends PageWorker {
      constructor(url: string | URL, options: WorkerOptions = {}) {
        super(url, options);
        workers[options.name ?? ''] = this;
      }
    };
  });
}

/** Code for `injectEverywhere`: a blob worker answers `{probe: url}` with what happened to a fetch and an eval. */
export const probeCode = `
addEventListener('message', async ({ data }) => {
  if (!data || !data.probe) return;
  const fetched = await fetch(data.probe).then(() => 'allowed', () => 'blocked');
  let evaluated = 'blocked';
  try { evaluated = (0, eval)('"allowed"'); } catch {}
  postMessage({ type: 'probe', fetched, evaluated, webrtc: typeof RTCPeerConnection });
});`;
