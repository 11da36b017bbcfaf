import { AppError } from '../../model/app-error.ts';

/** Globals that lead to stored data, or to a script with access to it. */
const BLOCKED_GLOBALS = 'indexedDB caches cookieStore Worker SharedWorker BroadcastChannel importScripts'.split(' ');

/**
 * A worker that may reach other hosts reads untrusted responses. This removes its access to stored data except through its port, even if the host
 * sends no policy, and makes sure that it starts only from our own file.
 */
export function confineWorker(scope: typeof globalThis, scriptUrl: string): void {
  const { location, navigator } = scope;
  if (scriptUrl !== location.href || !/^https?:$/.test(location.protocol)) {
    throw new Error('this worker starts from its own file only');
  }
  for (const name of BLOCKED_GLOBALS) take(scope, name);
  take(navigator, 'storage');
}

/** Other ways to a host than `fetch`. */
const OTHER_WAYS = 'fetch XMLHttpRequest WebSocket EventSource WebTransport WebSocketStream'.split(' ');

/**
 * Returns a `fetch` that reaches these origins only, without cookies and referrer, and follows no redirect; the scope keeps no other way to the
 * network. Rejects with `answer/other-origin`.
 */
export function confineToOrigins(scope: typeof globalThis, origins: readonly string[]): typeof fetch {
  const own = scope.fetch.bind(scope);
  for (const name of OTHER_WAYS) take(scope, name);
  return async (input, init) => {
    const url = new URL(String(input));
    if (!origins.includes(url.origin))
      throw new AppError('answer/other-origin', 'this worker may not reach that host', { host: url.host });
    return own(url, {
      ...init,
      mode: 'cors',
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    });
  };
}

/** Attributes of a global scope are on it or on one of its prototypes. */
function take(owner: object, name: string): void {
  for (let place: object | null = owner; place !== null; place = Object.getPrototypeOf(place) as object | null) {
    if (Object.hasOwn(place, name)) Reflect.deleteProperty(place, name);
  }
}
