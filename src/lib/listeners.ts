/** The functions that are called with each event. */
export function createListeners<T = void>() {
  const listeners = new Set<(event: T) => void>();
  return {
    isEmpty: () => listeners.size === 0,
    emit(event: T): void {
      for (const listener of [...listeners]) listener(event);
    },
    /** Returns the function that ends the subscription. */
    subscribe(listener: (event: T) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
