import type { PwaSnapshot, PwaState } from '../model/page/pwa-state.ts';
import type { LaterNews, LaterRequest } from './later-files.ts';

const HOUR_MS = 3_600_000;
/** In this time the first screen is drawn and has loaded what it shows. */
const SCREEN_MS = 1_000;

/**
 * Registers the service worker when the app is usable, since it then fetches ten times what the first screen needs. Without support (private modes,
 * plain http) the state never changes.
 */
export function createPwaState(scriptUrl: string, usable: Promise<unknown>): PwaState {
  const listeners = new Set<() => void>();
  let snapshot: PwaSnapshot = { offlineReady: false, updateReady: false };
  let registration: ServiceWorkerRegistration | undefined;
  const set = (change: Partial<PwaSnapshot>) => {
    snapshot = { ...snapshot, ...change };
    for (const listener of listeners) listener();
  };

  if ('serviceWorker' in navigator) {
    reloadWhenReplaced(navigator.serviceWorker);
    const start = () => register(navigator.serviceWorker, scriptUrl, set);
    usable
      .catch(() => undefined)
      .then(() => new Promise((resolve) => setTimeout(resolve, SCREEN_MS)))
      .then(start)
      .then(
        (made) => {
          registration = made;
          keepWhenIdle(made);
        },
        () => undefined,
      );
  }
  return {
    snapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    keepEverything: () => send(registration, { type: 'keep-later' }),
    async applyUpdate() {
      registration?.waiting?.postMessage({ type: 'skip-waiting' });
    },
  };
}

async function register(
  container: ServiceWorkerContainer,
  scriptUrl: string,
  set: (change: Partial<PwaSnapshot>) => void,
): Promise<ServiceWorkerRegistration> {
  const registration = await container.register(scriptUrl, { updateViaCache: 'none' });
  container.addEventListener('message', ({ data }: MessageEvent<LaterNews>) => {
    if (data?.type === 'later') set({ later: { missing: data.missing, total: data.total } });
  });
  container.ready.then((ready) => {
    set({ offlineReady: true });
    send(ready, { type: 'later-status' });
  });
  const look = () => {
    if (registration.waiting && registration.active) set({ updateReady: true });
  };
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look);
  });
  look();
  setInterval(() => registration.update().catch(() => undefined), HOUR_MS);
  return registration;
}

function send(registration: ServiceWorkerRegistration | undefined, request: LaterRequest): void {
  registration?.active?.postMessage(request);
}

/** Until then the user's own work comes first. */
const IDLE_AFTER_MS = 30_000;

/** Skips users who save data: their files are fetched on first use, or on a click in Settings. */
function keepWhenIdle(registration: ServiceWorkerRegistration): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  setTimeout(() => {
    const keep = () => send(registration, { type: 'keep-later' });
    if ('requestIdleCallback' in window) requestIdleCallback(keep);
    else keep();
  }, IDLE_AFTER_MS);
}

/** Reloads when a service worker replaces another; the first one takes over without a reload. */
function reloadWhenReplaced(container: ServiceWorkerContainer): void {
  let hadController = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    if (hadController) location.reload();
    hadController = true;
  });
}
