import serverUrl from '../../../build/mcp/mcp-server.js?url';
import type { Engine } from '../../engine/contract.ts';
import { AppError } from '../../model/app-error.ts';
import { type Collection, findPublishedAddress, NO_STATS } from '../../model/collection.ts';

/** Text that outlives the page. */
export interface PublishedMemory {
  read(): string | undefined;
  write(text: string): void;
}

/** Lists published collections before the user's own: those opened in this session, and remembered ones without a request to their hosts. */
export function withPublished(engine: Engine, memory?: PublishedMemory): Engine {
  const listed = new Map(readRemembered(memory?.read()).map((collection) => [collection.id, collection]));
  /** Changes one entry: other tabs remember theirs. The key of an encrypted collection is in its id and stays out of the memory. */
  const remember = (id: string, collection?: Collection) => {
    const others = readRemembered(memory?.read()).filter((one) => one.id !== id);
    if (!id.includes('#')) memory?.write(JSON.stringify(collection === undefined ? others : [...others, collection]));
  };
  return withOwn(engine, {
    async listCollections() {
      const own = await engine.listCollections();
      return [...tellApart([...listed.values()], own), ...own];
    },
    async openPublished(address, secret, options) {
      const collection = await engine.openPublished(address, secret);
      if (options?.remember === false) return collection;
      listed.set(collection.id, collection);
      remember(collection.id, collection);
      return collection;
    },
    async deleteCollection(id, options) {
      if (!listed.delete(id)) return engine.deleteCollection(id, options);
      remember(id);
    },
  });
}

/** Replaces some calls of the engine, which may be in a worker: its calls cannot be listed. */
export function withOwn(engine: Engine, own: Partial<Engine>): Engine {
  return Object.assign(Object.create(engine) as Engine, own);
}

/** Returns them as not opened yet. Ignores what another release, or the user, may have written. */
function readRemembered(text = '[]'): Collection[] {
  try {
    const rows: unknown = JSON.parse(text);
    return Array.isArray(rows) ? rows.filter(isRemembered).map((row) => ({ ...row, generation: 0 })) : [];
  } catch {
    return [];
  }
}

function isRemembered(value: Partial<Collection> | null): value is Collection {
  const { id, name, publishedAt, stats, settings, sources } = value ?? {};
  const isText = [id, name, publishedAt].every((text) => typeof text === 'string');
  const isCounted = Object.keys(NO_STATS).every((key) => typeof stats?.[key as keyof typeof stats] === 'number');
  return isText && isCounted && typeof settings === 'object' && Array.isArray(sources);
}

/** Returns the store name for a published page. The user may keep collections on the same origin: those stay separate [B6]. */
export function toStoreName(address: string): string {
  return `quire-published-${encodeURIComponent(new URL(address).pathname)}`;
}

/** Finds the collection next to the page, if it was published with one. The fragment of the page may have its key. */
export function findPublishedBeside(page: Document): string | undefined {
  const content = page.querySelector('meta[name="quire-collection"]')?.getAttribute('content');
  return content == null ? undefined : new URL(content, page.baseURI).href + new URL(page.URL).hash;
}

/** Reads the app's own files, for a page that publishes itself with a collection. */
export async function readApp(): Promise<{ path: string; bytes: Blob }[]> {
  const list = JSON.parse(await (await readAppFile('app-files.json')).text()) as AppFiles;
  const texts = Object.entries(list.texts).map(([path, text]) => ({ path, bytes: new Blob([text]) }));
  const files = list.files.map(async (path) => ({ path, bytes: await readAppFile(path) }));
  return [...texts, ...(await Promise.all(files))];
}

/** Reads the server that an MCP bundle contains. */
export function readAgentServer(): Promise<Blob> {
  return readAppFile(serverUrl);
}

/** Written by scripts/vite/app-files.ts. */
interface AppFiles {
  readonly files: readonly string[];
  readonly texts: Readonly<Record<string, string>>;
}

/** Works offline if the service worker has the file. A folder without one of them would not start on its host. */
async function readAppFile(path: string): Promise<Blob> {
  const response = await fetch(new URL(path, document.baseURI)).catch(() => undefined);
  if (!response?.ok) throw new AppError('publish/app-missing', 'a file of the app is not there', { file: path });
  return response.blob();
}

/** Adds the address to the name of each published collection whose name another collection has too. */
export function tellApart(published: readonly Collection[], own: readonly Collection[]): readonly Collection[] {
  const names = [...published, ...own].map(({ name }) => name);
  return published.map((collection) => {
    const { id, name } = collection;
    const isShared = names.indexOf(name) !== names.lastIndexOf(name);
    return isShared ? { ...collection, name: `${name} (${toShortAddress(id)})` } : collection;
  });
}

/** Leaves out the key of an encrypted collection. */
function toShortAddress(collectionId: string): string {
  const [address = ''] = (findPublishedAddress(collectionId) ?? '').split('#');
  return address.replace(/^https?:\/\//, '').replace(/\/(?:collection\/)?$/, '');
}
