import { hashText } from '../lib/hash-text.ts';
import { isLater, isRequested, type LaterNews } from './later-files.ts';
import { keepShared } from './shared-files.ts';
import { answerPreview, findPreview } from './site-preview.ts';

/**
 * Stores the app's own files and nothing else: the shell at install, large files that not everyone needs on first use. A new version waits until a
 * tab asks for it: it is offered, never forced.
 */
declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: readonly {
    readonly url: string;
    readonly revision: string | null;
    readonly bytes?: number;
  }[];
};

const scope = self.registration.scope;
const files = self.__WB_MANIFEST.map((file) => ({ ...file, url: new URL(file.url, scope).href }));
const shell = files.filter(({ url }) => !isLater(url) && !isRequested(url));
const later = new Map(files.filter(({ url }) => isLater(url)).map(({ url, bytes = 0 }) => [url, bytes]));
const requested = new Set(files.map(({ url }) => url).filter(isRequested));
const scriptUrl = self.location.href;
const shellUrls = new Set([...shell.map(({ url }) => url), scriptUrl]);
const indexUrl = new URL('index.html', scope).href;
const shareUrl = new URL('share', scope).href;

// Copies of the app under other paths of this origin share its caches, so the name contains the scope.
const SHELL_PREFIX = `quire-shell ${scope} `;
const LATER = `quire-later ${scope}`;
const shellCache = `${SHELL_PREFIX}${hashText(shell.map(({ url, revision }) => `${url} ${revision}`).join('\n'))}`;

self.addEventListener('install', (event) => event.waitUntil(storeShell()));
self.addEventListener('activate', (event) => event.waitUntil(cleanUp()));
self.addEventListener('message', (event) => {
  if (event.data?.type === 'skip-waiting') event.waitUntil(self.skipWaiting());
  if (event.data?.type === 'later-status') event.waitUntil(tellLater());
  if (event.data?.type === 'keep-later') event.waitUntil(keepLater());
});
self.addEventListener('fetch', (event) => {
  const answer = answerFor(event.request);
  if (answer) event.respondWith(answer);
});

async function storeShell(): Promise<void> {
  const cache = await caches.open(shellCache);
  await Promise.all(shell.map(({ url, revision }) => storeFile(cache, url, revision)));
  // No list contains the worker's own script. Publishing the app while offline copies it from here; updates bypass this cache.
  await storeFile(cache, scriptUrl, '').catch(() => undefined);
}

/** A name with a hash never changes its content, so a copy of an older version is reused without a request. */
async function storeFile(cache: Cache, url: string, revision: string | null): Promise<void> {
  const isFixed = revision === null;
  const known = isFixed ? await caches.match(url) : undefined;
  // Some hosts redirect index.html to its folder, and a redirected response must not answer a navigation.
  const from = url === indexUrl ? scope : url;
  const response = known ?? (await fetch(from, { cache: isFixed ? 'default' : 'reload' }));
  if (!response.ok) throw new TypeError(`${response.status} for ${url}`);
  await cache.put(url, response);
}

async function cleanUp(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(SHELL_PREFIX) && name !== shellCache);
  await Promise.all(old.map((name) => caches.delete(name)));
  const cache = await caches.open(LATER);
  for (const request of await cache.keys())
    if (!later.has(request.url) && !requested.has(request.url)) await cache.delete(request);
  // From here on the first visit is served too; tabs of an older version reload.
  await self.clients.claim();
}

function answerFor(request: Request): Promise<Response> | undefined {
  if (request.method === 'POST' && request.url === shareUrl) return answerShare(request);
  if (request.method !== 'GET') return undefined;
  const url = new URL(request.url);
  url.hash = '';
  url.search = '';
  const previewed = findPreview(scope, url);
  if (previewed !== undefined) {
    const tabs = self.clients.matchAll({ includeUncontrolled: true });
    return answerPreview(previewed, request, tabs);
  }
  if (url.href === scope || url.href === indexUrl) return answerFromShell(request, indexUrl);
  if (shellUrls.has(url.href)) return answerFromShell(request, url.href);
  if (later.has(url.href) || requested.has(url.href)) return answerAndStore(url.href);
  return undefined;
}

/** Keeps what another app shared until the tab opened for it takes it. Sends nothing to the host. */
async function answerShare(request: Request): Promise<Response> {
  if (comesFromSystem(request)) await keepShared(scope, await request.formData()).catch(() => undefined);
  return Response.redirect(new URL('?shared', scope).href, 303);
}

/**
 * The share sheet navigates without a referrer. A page of another site can navigate here as well, and one that hides its referrer looks the same,
 * so the app always asks the user.
 */
function comesFromSystem(request: Request): boolean {
  return request.mode === 'navigate' && (request.referrer === '' || request.referrer === 'about:client');
}

async function answerFromShell(request: Request, url: string): Promise<Response> {
  const cache = await caches.open(shellCache);
  return (await cache.match(url)) ?? fetch(request);
}

/** On a full disk nothing can be stored: the response is used all the same. */
async function answerAndStore(url: string): Promise<Response> {
  const cache = await caches.open(LATER).catch(() => undefined);
  const known = await cache?.match(url);
  if (known) return known;
  const response = await fetch(url);
  if (response.ok) await cache?.put(url, response.clone()).then(tellLater, () => undefined);
  return response;
}

let keeping: Promise<void> | undefined;

/** Fetches one file after the other, since none is urgent. Failed ones are retried next time. */
function keepLater(): Promise<void> {
  keeping ??= keepMissing().finally(() => {
    keeping = undefined;
  });
  return keeping;
}

async function keepMissing(): Promise<void> {
  const cache = await caches.open(LATER);
  for (const { url } of (await listMissing()).sort((a, b) => a.bytes - b.bytes)) {
    // Not `answerAndStore`: the unread copy of its response would fill memory.
    await storeFile(cache, url, null).catch(() => undefined);
    await tellLater();
  }
}

async function listMissing() {
  const cache = await caches.open(LATER);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  return Array.from(later, ([url, bytes]) => ({ url, bytes })).filter(({ url }) => !kept.has(url));
}

async function tellLater(): Promise<void> {
  const news: LaterNews = { type: 'later', missing: await listMissing(), total: later.size };
  for (const client of await self.clients.matchAll({ includeUncontrolled: true })) client.postMessage(news);
}
