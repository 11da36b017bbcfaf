import type { SeenRequest } from '../wire/protocol.ts';

/** `fetch` that tells of every request when its answer begins or fails: the person sees each one [S19]. */
export function reportFetch(onRequest: (row: SeenRequest & { readonly reason: string }) => void): typeof fetch {
  return async (input, init) => {
    const time = Date.now();
    const url = input instanceof Request ? input.url : String(input);
    const tell = (status: number, bytes: number) => onRequest({ time, url, status, bytes, reason: toReason(url) });
    try {
      const response = await fetch(input, init);
      tell(response.status, Number(response.headers.get('content-length') ?? 0));
      return response;
    } catch (error) {
      tell(0, 0);
      throw error;
    }
  };
}

function toReason(url: string): string {
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  if (name === 'robots.txt' || /^llms.*\.txt$/.test(name)) return name;
  return /sitemap.*\.xml(\.gz)?$/.test(name) ? 'sitemap' : 'page';
}
