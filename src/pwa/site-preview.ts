/** Shows a site before it is published. The tab that made its files holds them, and the service worker asks the tab for each: nothing is stored. */

const FOLDER = 'preview/';
const ID = /[\da-f-]{36}/.source;

interface FileAddress {
  readonly id: string;
  readonly path: string;
}

interface Tab {
  postMessage(message: unknown, transfer: Transferable[]): void;
}

/** Called in the tab with the files. Undefined before a service worker answers for it: on the first visit, or without support. */
export function showSite(files: ReadonlyMap<string, Blob>) {
  const { serviceWorker } = navigator;
  if (!serviceWorker?.controller) return undefined;
  const shownId = crypto.randomUUID();
  const answer = ({ data, ports }: MessageEvent<(FileAddress & { readonly type: string }) | undefined>) => {
    if (data?.type === 'preview' && data.id === shownId) ports[0]?.postMessage(files.get(data.path));
  };
  serviceWorker.addEventListener('message', answer);
  serviceWorker.startMessages();
  void removeLeftovers();
  return {
    address: `./${FOLDER}${shownId}/index.html`,
    close() {
      serviceWorker.removeEventListener('message', answer);
      void removeLeftovers();
    },
  };
}

/** A published page opens a store of its own, and keeps blocks that it read. */
async function removeLeftovers(): Promise<void> {
  const pattern = new RegExp(`(?:%2F|/)${FOLDER.slice(0, -1)}(?:%2F|/)${ID}(?:%2F|/)`);
  const isPreviews = (name = '') => pattern.test(name);
  try {
    for (const { name } of await indexedDB.databases()) if (name && isPreviews(name)) indexedDB.deleteDatabase(name);
    for (const name of await caches.keys()) if (isPreviews(name)) await caches.delete(name);
    const root = await navigator.storage.getDirectory();
    for await (const name of root.keys()) if (isPreviews(name)) await root.removeEntry(name, { recursive: true });
  } catch {
    // A tab still shows it: the next preview removes them.
  }
}

/** Called in the service worker. Undefined for an address that is no preview's. */
export function findPreview(scope: string, { href }: URL): FileAddress | undefined {
  const start = scope + FOLDER;
  const rest = href.startsWith(start) ? href.slice(start.length) : '';
  const [, id, path] = new RegExp(`^(${ID})/(.*)$`).exec(rest) ?? [];
  return id === undefined ? undefined : { id, path: decodeURI(path || 'index.html') };
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
};

/** Called in the service worker: answers as a plain host of files does. */
export async function answerPreview(
  asked: FileAddress,
  request: Request,
  tabs: Promise<readonly Tab[]>,
): Promise<Response> {
  const file = await askTabs(asked, await tabs);
  if (file === undefined) return new Response('Not found, or the preview was closed.', { status: 404 });
  const type = TYPES[asked.path.replace(/.*\./, '')] ?? 'text/plain; charset=utf-8';
  const headers = { 'content-type': type, 'x-content-type-options': 'nosniff' };
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.get('range') ?? '') ?? [];
  if (from === undefined) return new Response(file, { headers });
  const part = file.slice(Number(from), Number(to) + 1);
  const range = `bytes ${from}-${Number(from) + part.size - 1}/${file.size}`;
  return new Response(part, { status: 206, headers: { ...headers, 'content-range': range } });
}

const WAIT_MS = 10_000;

/** The tab with the files answers, the others do not. */
function askTabs(asked: FileAddress, tabs: readonly Tab[]): Promise<Blob | undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, WAIT_MS);
    for (const tab of tabs) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }: MessageEvent<Blob | undefined>) => resolve(data);
      tab.postMessage({ type: 'preview', ...asked }, [port2]);
    }
  });
}
