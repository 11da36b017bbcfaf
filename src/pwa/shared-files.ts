/** Content shared by another app, handed from the service worker to the tab that opens for it. */
export interface Shared {
  readonly files: readonly File[];
  /** Title, text and address, as far as given, one per line. */
  readonly text: string;
}

const TEXT = 'text';
const NAME_HEADER = 'x-name';

/** Called in the service worker. The manifest defines the field names. */
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

/** Called in the tab; removes what it returns. Undefined if nothing is waiting. */
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

/** Other copies of the app on this origin have their own cache. */
function toCacheName(scope: string): string {
  return `quire-shared ${scope}`;
}

function toKey(name: string): string {
  return `/quire-shared/${name}`;
}
