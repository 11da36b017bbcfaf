export interface PwaSnapshot {
  readonly offlineReady: boolean;
  readonly updateReady: boolean;
}

/** Whether the app works offline, and whether a newer version waits. */
export interface PwaState {
  /** The same object until something changes. */
  snapshot(): PwaSnapshot;
  subscribe(listener: () => void): () => void;
  /** The waiting version takes over, and every open tab reloads. */
  applyUpdate(): Promise<void>;
}

const HOUR_MS = 3_600_000;

/** Registers the service worker; where there is none (private modes, plain http) the state stays as it begins. */
export function createPwaState(scriptUrl: string): PwaState {
  const listeners = new Set<() => void>();
  let snapshot: PwaSnapshot = { offlineReady: false, updateReady: false };
  let registration: ServiceWorkerRegistration | undefined;
  const set = (change: Partial<PwaSnapshot>) => {
    snapshot = { ...snapshot, ...change };
    for (const listener of listeners) listener();
  };

  if ('serviceWorker' in navigator) {
    reloadWhenReplaced(navigator.serviceWorker);
    register(navigator.serviceWorker, scriptUrl, set).then(
      (made) => {
        registration = made;
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
  container.ready.then(() => set({ offlineReady: true }));
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

/** A page that had no service worker is taken over by the first one without a reload. */
function reloadWhenReplaced(container: ServiceWorkerContainer): void {
  let hadController = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    if (hadController) location.reload();
    hadController = true;
  });
}
