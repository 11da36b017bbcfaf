import type { StoreChange } from './contract.ts';

export interface ChangeFeed {
  tell(change: StoreChange): void;
  subscribe(listener: (change: StoreChange) => void): () => void;
  close(): void;
}

export type Listeners = Set<(change: StoreChange) => void>;

export function createLocalFeed(listeners: Listeners): ChangeFeed {
  const own: (() => void)[] = [];
  return {
    tell: (change) => tellAll(listeners, change),
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

/** All tabs of the origin follow; a channel does not tell its own sender, so that is done here. */
export function createBroadcastFeed(name: string): ChangeFeed {
  if (typeof BroadcastChannel === 'undefined') return createLocalFeed(new Set());
  const local = createLocalFeed(new Set());
  const channel = new BroadcastChannel(name);
  channel.onmessage = (event: MessageEvent<StoreChange>) => local.tell(event.data);
  return {
    tell(change) {
      channel.postMessage(change);
      local.tell(change);
    },
    subscribe: local.subscribe,
    close() {
      channel.close();
      local.close();
    },
  };
}

function tellAll(listeners: Listeners, change: StoreChange): void {
  for (const listener of [...listeners]) listener(change);
}
