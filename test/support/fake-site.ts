import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { listen } from './listen.ts';

/** One answer of the site, and every way it can go wrong. */
export interface FakeAnswer {
  readonly status?: number;
  readonly type?: string;
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly delayMs?: number;
  /** Sends this many bytes of `body`, then breaks the connection. */
  readonly cutAfter?: number;
  /** Sends this many bytes of filler instead of a body. */
  readonly fillBytes?: number;
  /** Sends the head and half of the body, then nothing more. */
  readonly hangs?: boolean;
  /** Breaks the connection before anything is sent. */
  readonly refuses?: boolean;
  readonly location?: string;
  readonly noCors?: boolean;
}

export type FakeRoute = FakeAnswer | string | ((request: FakeRequest) => FakeAnswer | string);

export interface FakeRequest {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** Number of requests for this path, including this one. */
  readonly count: number;
  readonly at: number;
}

export interface FakeSite {
  readonly origin: string;
  readonly requests: readonly FakeRequest[];
  paths(): string[];
  count(path: string): number;
  set(path: string, route: FakeRoute): void;
  delete(path: string): void;
  clear(): void;
  close(): Promise<void>;
}

/** A real HTTP server on loopback. A string is a page of HTML; `*` answers what has no route. */
export async function fakeSite(routes: Record<string, FakeRoute>, options: { cors?: boolean } = {}): Promise<FakeSite> {
  const table = new Map(Object.entries(routes));
  const requests: FakeRequest[] = [];
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      const path = request.url ?? '/';
      const count = (counts.get(path) ?? 0) + 1;
      counts.set(path, count);
      const seen = { path, method: request.method ?? '', headers: request.headers, body, count, at: Date.now() };
      requests.push(seen);
      const route = table.get(path) ?? table.get('*');
      const answer = typeof route === 'function' ? route(seen) : route;
      const whole =
        typeof answer === 'string' ? { body: answer } : (answer ?? { status: 404, type: 'text/plain', body: 'none' });
      if (whole.delayMs === undefined) send(response, whole, options.cors !== false);
      else setTimeout(() => send(response, whole, options.cors !== false), whole.delayMs);
    });
  });
  const { origin, close } = await listen(server);
  return {
    origin,
    close,
    requests,
    paths: () => requests.map((request) => request.path),
    count: (path) => counts.get(path) ?? 0,
    set: (path, route) => void table.set(path, route),
    delete: (path) => void table.delete(path),
    clear() {
      requests.length = 0;
      counts.clear();
    },
  };
}

function send(response: ServerResponse, answer: FakeAnswer, withCors: boolean): void {
  if (answer.refuses === true) {
    response.destroy();
    return;
  }
  const headers: Record<string, string> = {
    'content-type': answer.type ?? 'text/html; charset=utf-8',
    ...answer.headers,
  };
  if (withCors && answer.noCors !== true) {
    headers['access-control-allow-origin'] = '*';
    headers['access-control-expose-headers'] = '*';
  }
  if (answer.location !== undefined) headers.location = answer.location;
  const status = answer.status ?? (answer.location === undefined ? 200 : 302);
  const body =
    typeof answer.body === 'string' ? Buffer.from(answer.body) : Buffer.from(answer.body ?? new Uint8Array(0));
  if (answer.cutAfter !== undefined || answer.hangs === true) {
    response.writeHead(status, { ...headers, 'content-length': String(body.length) });
    response.write(body.subarray(0, answer.cutAfter ?? body.length >> 1), () => {
      if (answer.hangs !== true) response.destroy();
    });
    return;
  }
  response.writeHead(status, headers);
  if (answer.fillBytes !== undefined) {
    fill(response, answer.fillBytes);
    return;
  }
  response.end(body);
}

function fill(response: ServerResponse, bytes: number): void {
  const block = Buffer.alloc(65_536, 'filler text ');
  let left = bytes;
  const push = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= block.length;
      if (!response.write(block)) {
        response.once('drain', push);
        return;
      }
    }
    response.end();
  };
  push();
}

/** A small page with links, the way a generator writes one. */
export function page(
  title: string,
  links: readonly string[] = [],
  text = `All about ${title}, in enough words to be read as a page.`,
): string {
  const list = links.map((href) => `<li><a href="${href}">${href}</a></li>`).join('');
  return `<!doctype html><html><head><title>${title}</title></head><body><nav><a href="/">Home</a></nav><main><h1>${title}</h1><p>${text}</p><ul>${list}</ul></main></body></html>`;
}

export function sitemap(urls: readonly string[]): FakeAnswer {
  const body = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
  return { type: 'application/xml', body };
}

export function sitemapIndex(urls: readonly string[]): FakeAnswer {
  const body = `<?xml version="1.0"?><sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;
  return { type: 'application/xml', body };
}

export function gzipped(answer: FakeAnswer): FakeAnswer {
  return { type: 'application/gzip', body: gzipSync(answer.body as string) };
}

export function markdown(body: string): FakeAnswer {
  return { type: 'text/markdown; charset=utf-8', body };
}
