/** A plain static file server: correct types, any sub-path, ranges, no special headers. Does what a simple host does, and no more. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** Where `npm start` serves: the first that is free. The companion is built for them. */
export const START_PORTS = [4173, 4174, 4175, 4176];

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.zip': 'application/zip',
  '.woff2': 'font/woff2',
};

/**
 * `compress` sends text with gzip, as hosts do. @param {{ root: string, base?: string, port?: number, host?: string, compress?: boolean, blocked?:
 * (path: string) => boolean, onRequest?: (path: string, response: import('node:http').ServerResponse) => void, preface?: (path: string) => string
 * }} options
 */
export async function startStaticServer({
  root,
  base = '/',
  port = 0,
  host = '127.0.0.1',
  compress = false,
  blocked,
  onRequest,
  preface,
}) {
  const server = createServer((request, response) => {
    // Neither a file that disappears while it is sent, as in a new build, nor a client that disconnects ends the server.
    answer(request, response).catch(() => (response.headersSent ? response.destroy() : response.writeHead(500).end()));
  });

  async function answer(request, response) {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    onRequest?.(path, response);
    const file = path.startsWith(base) && !blocked?.(path) ? await findFile(root, path.slice(base.length)) : undefined;
    if (!file) return response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
    const before = Buffer.from(preface?.(path) ?? '');
    const type = types[extname(file.path)] ?? 'application/octet-stream';
    const headers = { 'content-type': type, 'cache-control': 'no-cache' };
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    if (range && Number(range[1]) <= Number(range[2]) && Number(range[2]) < file.size) {
      const [start, end] = [Number(range[1]), Number(range[2])];
      response.writeHead(206, {
        ...headers,
        'content-range': `bytes ${start}-${end}/${file.size}`,
        'content-length': end - start + 1,
      });
      return pipeline(createReadStream(file.path, { start, end }), response);
    }
    const isPacked = compress && /charset|svg/.test(type) && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    response.writeHead(
      200,
      isPacked
        ? { ...headers, 'content-encoding': 'gzip', vary: 'accept-encoding' }
        : { ...headers, 'content-length': before.length + file.size },
    );
    if (request.method === 'HEAD') return response.end();
    const packed = isPacked ? [createGzip()] : [];
    (packed[0] ?? response).write(before);
    await pipeline([createReadStream(file.path), ...packed, response]);
  }

  await new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(port, host, () => done(undefined));
  });
  const bound = server.address().port;
  return {
    port: bound,
    url: `http://${host === '0.0.0.0' ? 'localhost' : host}:${bound}${base}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done(undefined));
        server.closeAllConnections();
      }),
  };
}

async function findFile(root, relative) {
  const inside = normalize(join(root, relative));
  if (inside !== normalize(root) && !inside.startsWith(normalize(root).replace(/[\\/]?$/, sep))) return undefined;
  const first = await stat(inside).catch(() => undefined);
  const path = first?.isDirectory() ? join(inside, 'index.html') : inside;
  const found = first?.isDirectory() ? await stat(path).catch(() => undefined) : first;
  return found?.isFile() ? { path, size: found.size } : undefined;
}
