import type { Engine } from '../../engine/contract.ts';
import type { Collection } from '../../model/collection.ts';

/** The engine with published collections listed before the person's own, from when they are opened until the page is closed. */
export function withPublished(engine: Engine): Engine {
  const opened = new Map<string, Collection>();
  return {
    ...engine,
    listCollections: async () => [...opened.values(), ...(await engine.listCollections())],
    async openPublished(address) {
      const collection = await engine.openPublished(address);
      opened.set(collection.id, collection);
      return collection;
    },
  };
}

/** The name of the store of a published page. Its origin may be one where the person keeps collections: those stay where they are [B6]. */
export function toStoreName(address: string): string {
  return `quire-published-${encodeURIComponent(new URL(address).pathname)}`;
}

/** The collection that lies beside the page, where it was published with one. */
export function findPublishedBeside(page: Document): string | undefined {
  const content = page.querySelector('meta[name="quire-collection"]')?.getAttribute('content');
  return content == null ? undefined : new URL(content, page.baseURI).href;
}

/** The app's own files, for a page that publishes itself with a collection. */
export async function readApp(): Promise<{ path: string; bytes: Blob }[]> {
  const list = (await (await fetch('./app-files.json')).json()) as string[];
  return Promise.all(list.map(async (path) => ({ path, bytes: await (await fetch(`./${path}`)).blob() })));
}
