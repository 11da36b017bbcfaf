/** What leads to stored data, or to a script that has it. */
const WAYS = ['indexedDB', 'caches', 'cookieStore', 'Worker', 'SharedWorker', 'BroadcastChannel', 'importScripts'];

/**
 * The crawl worker reads what strangers send and may reach any host. It gets at nothing that is stored but through its port, also where the
 * host sends no policy for it, and it starts from our own file only.
 */
export function confineCrawler(scope: typeof globalThis, scriptUrl: string): void {
  const { location, navigator } = scope;
  if (scriptUrl !== location.href || !/^https?:$/.test(location.protocol)) {
    throw new Error('the crawler starts from its own file only');
  }
  for (const name of WAYS) take(scope, name);
  take(navigator, 'storage');
}

/** Attributes of a global scope stand in it or in one of its prototypes. */
function take(owner: object, name: string): void {
  for (let place: object | null = owner; place !== null; place = Object.getPrototypeOf(place) as object | null) {
    if (Object.hasOwn(place, name)) Reflect.deleteProperty(place, name);
  }
}
