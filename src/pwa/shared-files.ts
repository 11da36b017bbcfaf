/** What another app shared with this one, between the service worker that hears of it and the page that opens for it. */
export interface Shared {
  readonly files: readonly File[];
  /** Title, text and address, one a line, as far as they were given. */
  readonly text: string;
}

const TEXT = 'text';
const NAME_HEADER = 'x-name';

/** In the service worker. The fields are named in the manifest. */
export async function keepShared(scope: string, form: FormData): Promise<void> {
  await caches.delete(toCacheName(scope));
  const cache = await caches.open(toCacheName(scope));
  const lines = ['url', 'text', 'title'].map((name) => form.get(name)).filter((value) => typeof value === 'string');
  await cache.put(toKey(TEXT), new Response(lines.filter(Boolean).join('\n')));
  for (const [i, file] of form.getAll('files').entries()) {
    if (!(file instanceof File)) continue;
    const headers = { [NAME_HEADER]: encodeURIComponent(file.name) };
    await cache.put(toKey(`file/${i}`), new Response(file, { headers }));
  }
}

/** In the page; what was taken is gone. Undefined when nothing waits. */
export async function takeShared(scope: string): Promise<Shared | undefined> {
  const cacheName = toCacheName(scope);
  if (!('caches' in globalThis) || !(await caches.has(cacheName))) return undefined;
  const cache = await caches.open(cacheName);
  const text = (await (await cache.match(toKey(TEXT)))?.text()) ?? '';
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    const name = response?.headers.get(NAME_HEADER);
    if (response && name) files.push(new File([await response.blob()], decodeURIComponent(name)));
  }
  await caches.delete(cacheName);
  return { files, text };
}

/** Other copies of the app on this origin have their own. */
function toCacheName(scope: string): string {
  return `quire-shared ${scope}`;
}

function toKey(name: string): string {
  return `/quire-shared/${name}`;
}
