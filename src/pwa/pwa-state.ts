import { createListeners } from '../lib/listeners.ts';
import type { PwaSnapshot, PwaState } from '../model/page/pwa-state.ts';

/** In this time the first screen is drawn and has loaded what it shows. */
const SCREEN_MS = 1_000;

/** A site that is shown before it is published: `site-preview.ts`. It registers no service worker of its own. */
const PREVIEW = /\/preview\/[\da-f-]{36}\//;

/**
 * Registers the service worker when the app is usable, since it then fetches ten times what the first screen needs. Without support (private modes,
 * plain http) the state never changes.
 */
export function createPwaState(scriptUrl: string, usable: Promise<unknown>): PwaState {
  const listeners = createListeners();
  let snapshot: PwaSnapshot = { offlineReady: false, updateReady: false };
  const set = (change: Partial<PwaSnapshot>) => {
    snapshot = { ...snapshot, ...change };
    listeners.emit();
  };
  const register = async () => {
    await usable.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, SCREEN_MS));
    return (await import('./register-worker.ts')).registerWorker(scriptUrl, set);
  };
  const isSupported = 'serviceWorker' in navigator && !PREVIEW.test(location.pathname);
  if (isSupported) reloadWhenReplaced(navigator.serviceWorker);
  const worker = isSupported ? register().catch(() => undefined) : undefined;
  return {
    snapshot: () => snapshot,
    subscribe: listeners.subscribe,
    keepEverything: () => void worker?.then((made) => made?.keepEverything()),
    applyUpdate: async () => (await worker)?.applyUpdate(),
    setBusy: (isBusy) => void worker?.then((made) => made?.setBusy(isBusy)),
  };
}

/** Reloads when a service worker replaces another; the first one takes over without a reload. */
function reloadWhenReplaced(container: ServiceWorkerContainer): void {
  let hadController = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    if (hadController) location.reload();
    hadController = true;
  });
}
