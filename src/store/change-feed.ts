import type { StoreChange } from './contract.ts';

export interface ChangeFeed {
  emit(change: StoreChange): void;
  subscribe(listener: (change: StoreChange) => void): () => void;
  close(): void;
}

export type Listeners = Set<(change: StoreChange) => void>;

export function createLocalFeed(listeners: Listeners): ChangeFeed {
  const own: (() => void)[] = [];
  return {
    emit: (change) => emitAll(listeners, change),
    subscribe(listener) {
      const entry = (change: StoreChange) => listener(change);
      const unsubscribe = () => void listeners.delete(entry);
      listeners.add(entry);
      own.push(unsubscribe);
      return unsubscribe;
    },
    close() {
      for (const unsubscribe of own) unsubscribe();
    },
  };
}

/** Reaches every tab of the origin. A BroadcastChannel does not deliver to its sender, so local listeners are called directly. */
export function createBroadcastFeed(name: string): ChangeFeed {
  const local = createLocalFeed(new Set());
  const channel = new BroadcastChannel(name);
  channel.onmessage = (event: MessageEvent<StoreChange>) => local.emit(event.data);
  return {
    emit(change) {
      channel.postMessage(change);
      local.emit(change);
    },
    subscribe: local.subscribe,
    close() {
      channel.close();
      local.close();
    },
  };
}

function emitAll(listeners: Listeners, change: StoreChange): void {
  for (const listener of [...listeners]) listener(change);
}
