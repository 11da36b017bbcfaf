import type { PwaSnapshot, PwaState } from '../model/page/pwa-state.ts';
import type { LaterNews, LaterRequest } from './later-files.ts';

const HOUR_MS = 3_600_000;

/** Registers the service worker, and looks for updates every hour. */
export async function registerWorker(
  scriptUrl: string,
  set: (change: Partial<PwaSnapshot>) => void,
): Promise<Omit<PwaState, 'snapshot' | 'subscribe'>> {
  const container = navigator.serviceWorker;
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
  keepWhenIdle(registration);
  return {
    keepEverything: () => send(registration, { type: 'keep-later' }),
    ...createUpdate(registration, () => set({ updateWaits: true })),
  };
}

function send(registration: ServiceWorkerRegistration, request: LaterRequest): void {
  registration.active?.postMessage(request);
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

/** Time between two looks for busy tabs. */
const BUSY_MS = 500;

/** An update reloads every tab, so it waits while one of them is busy: such a tab holds a lock. */
function createUpdate(registration: ServiceWorkerRegistration, onWait: () => void) {
  const { locks } = navigator;
  const name = `quire-busy ${registration.scope}`;
  let release = () => {};
  const update = async () => {
    for (;;) {
      const { held = [] } = await locks.query();
      if (!held.some((lock) => lock.name === name)) break;
      onWait();
      await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
    }
    registration.waiting?.postMessage({ type: 'skip-waiting' });
  };
  // Every tab waits: the one with the click may be closed meanwhile.
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', update);
  return {
    applyUpdate() {
      channel.postMessage('update');
      return update();
    },
    setBusy(isBusy: boolean) {
      release();
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      if (isBusy) void locks.request(name, { mode: 'shared' }, () => held);
    },
  };
}
