import type { SeenRequest } from '../../model/page/request-log.ts';

/** Wraps `fetch` to report every request when it has succeeded or failed: the user sees each one [S19]. */
export function reportFetch(
  onRequest: (row: SeenRequest & { readonly reason: string }) => void,
  reason?: string,
  send: typeof fetch = fetch,
): typeof fetch {
  return async (input, init) => {
    const time = Date.now();
    const url = input instanceof Request ? input.url : String(input);
    const tell = (status: number, bytes: number) =>
      onRequest({ time, url, status, bytes, ms: Date.now() - time, reason: reason ?? toReason(url) });
    try {
      const response = await send(input, init);
      const { body, status } = response;
      if (!body) tell(status, 0);
      // A copy of the response would lose its address.
      else Object.defineProperty(response, 'body', { value: countBytes(body, (bytes) => tell(status, bytes)) });
      return response;
    } catch (error) {
      tell(0, 0);
      throw error;
    }
  };
}

/** Passes the stream through; most servers send no length, so the bytes are counted while they arrive. */
function countBytes(body: ReadableStream<Uint8Array>, onEnd: (bytes: number) => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) {
          bytes += value.length;
          return controller.enqueue(value);
        }
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      onEnd(bytes);
    },
    cancel(reason) {
      onEnd(bytes);
      return reader.cancel(reason);
    },
  });
}

function toReason(url: string): string {
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  if (name === 'robots.txt' || /^llms.*\.txt$/.test(name)) return name;
  return /sitemap.*\.xml(\.gz)?$/.test(name) ? 'sitemap' : 'page';
}
