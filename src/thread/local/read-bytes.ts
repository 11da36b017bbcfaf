/** The largest grammar takes this long on a slow connection. A host that never answers counts as missing. */
export const LOAD_MS = 60_000;

/** Reads one of the app's own files. Rejects when neither the server nor the service worker has it. */
export async function readBytes(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(LOAD_MS) });
  if (!response.ok) throw new TypeError(`${response.status} for ${new URL(url, location.href).pathname}`);
  return new Uint8Array(await response.arrayBuffer());
}
