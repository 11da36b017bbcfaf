/** Reads a text of this browser's storage, which may be refused. */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Reads a stored value for its caller to check: an older release, or the user, may have written anything. */
export function readStoredJson(key: string): unknown {
  try {
    return JSON.parse(readStored(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a text, or removes it if undefined. Where storage is refused or full, nothing outlives the page. */
export function writeStored(key: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {}
}

/** Calls back after another tab has changed the text, until the returned function is called. */
export function onStoredElsewhere(key: string, callback: () => void): () => void {
  const listen = (event: StorageEvent) => {
    // Without a key, everything was cleared.
    if (event.key === key || event.key === null) callback();
  };
  globalThis.addEventListener?.('storage', listen);
  return () => globalThis.removeEventListener?.('storage', listen);
}
