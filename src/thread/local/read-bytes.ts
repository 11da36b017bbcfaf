/** The largest grammar takes this long on a slow connection. A host that never answers counts as missing. */
export const LOAD_MS = 60_000;

/**
 * Reads one of the app's own files. Rejects when neither the server nor the service worker has it. Files are stored as gzip
 * (`scripts/vite/packed-files.ts`); a host may have expanded them already.
 */
export async function readBytes(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(LOAD_MS) });
  if (!response.ok) throw new TypeError(`${response.status} for ${new URL(url, location.href).pathname}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}
