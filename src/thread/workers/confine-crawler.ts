/** Globals that lead to stored data, or to a script with access to it. */
const BLOCKED_GLOBALS = 'indexedDB caches cookieStore Worker SharedWorker BroadcastChannel importScripts'.split(' ');

/**
 * The crawl worker reads untrusted responses and may reach any host. This removes its access to stored data except through its port, even if the host
 * sends no policy, and makes sure that it starts only from our own file.
 */
export function confineCrawler(scope: typeof globalThis, scriptUrl: string): void {
  const { location, navigator } = scope;
  if (scriptUrl !== location.href || !/^https?:$/.test(location.protocol)) {
    throw new Error('the crawler starts from its own file only');
  }
  for (const name of BLOCKED_GLOBALS) take(scope, name);
  take(navigator, 'storage');
}

/** Attributes of a global scope are on it or on one of its prototypes. */
function take(owner: object, name: string): void {
  for (let place: object | null = owner; place !== null; place = Object.getPrototypeOf(place) as object | null) {
    if (Object.hasOwn(place, name)) Reflect.deleteProperty(place, name);
  }
}
