import { createServer } from 'node:http';
import { build } from 'esbuild';
import { listen } from './listen.ts';

export interface BundledPage {
  /** A blank page that has loaded `/page.js`. Its origin stays the same until `stop`. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Bundles TypeScript modules and serves them from loopback, so that a test runs them in a real browser without the app. `entry` becomes
 * `/page.js`, run by the page; `worker` becomes `/worker.js`, a module worker the entry may start. `data` are further
 * files by path.
 */
export async function bundlePage(options: {
  entry: string;
  worker?: string;
  data?: Readonly<Record<string, string | Uint8Array>>;
}): Promise<BundledPage> {
  const files = new Map<string, { type: string; body: string | Uint8Array }>([
    ['/', { type: 'text/html', body: HTML }],
  ]);
  for (const [path, body] of await bundle(options)) files.set(path, { type: 'text/javascript', body });
  for (const [path, body] of Object.entries(options.data ?? {})) files.set(path, { type: 'text/plain', body });

  const server = createServer((request, response) => {
    const file = files.get(new URL(request.url ?? '/', 'http://page').pathname);
    response.writeHead(file ? 200 : 404, { 'content-type': `${file?.type ?? 'text/plain'}; charset=utf-8` });
    response.end(file?.body);
  });
  const { origin, close } = await listen(server);
  return { url: `${origin}/`, stop: close };
}

const HTML = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>test page</title><link rel="icon" href="data:,">
<script type="module" src="/page.js"></script></head><body></body></html>`;

/** Bundles as the app does: minified, with lazy imports in separate files. */
async function bundle({ entry, worker }: { entry: string; worker?: string }): Promise<[string, Uint8Array][]> {
  const { outputFiles } = await build({
    entryPoints: { page: entry, ...(worker && { worker }) },
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    outdir: '/',
    write: false,
    logLevel: 'error',
  });
  return outputFiles.map(({ path, contents }) => [path, contents]);
}
