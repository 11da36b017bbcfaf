/** One of the app's own files. Rejects when it can be had neither from the server nor from the service worker. */
export async function readBytes(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url);
  if (!response.ok) throw new TypeError(`${response.status} for ${new URL(url, location.href).pathname}`);
  return new Uint8Array(await response.arrayBuffer());
}
