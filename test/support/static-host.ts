import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Engine, PublishOptions } from '../../src/engine/contract.ts';
import { listen } from './listen.ts';

export type PublishedFolder = Map<string, Uint8Array>;

/** How a host misbehaves. Each gets the file's bytes and answers the request, or returns false to let the plain host answer. */
export type Habit = (request: HostRequest) => boolean | undefined;

export interface HostRequest {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly range: readonly [start: number, end: number] | undefined;
  readonly response: ServerResponse;
}

export interface StaticHost {
  readonly url: string;
  /** Files by path; a file added later is served too. */
  readonly files: PublishedFolder;
  /** `GET name range` of every request so far. */
  readonly log: string[];
  habit: Habit | undefined;
  close(): Promise<void>;
}

export async function publishToMap(
  engine: Engine,
  collectionId: string,
  options: Pick<PublishOptions, 'app' | 'lock' | 'allowOpen' | 'site'> & { mask?: boolean } = {},
): Promise<PublishedFolder> {
  const files: PublishedFolder = new Map();
  await engine.publish({
    collectionId,
    jobId: `publish-${collectionId}`,
    ...options,
    mask: options.mask ?? false,
    target: toFolder(files, ''),
  });
  return files;
}

export function toFolder(files: PublishedFolder, prefix: string): FileSystemDirectoryHandle {
  const handle = {
    kind: 'directory',
    name: 'published',
    getDirectoryHandle: async (name: string) => toFolder(files, `${prefix}${name}/`),
    getFileHandle: async (name: string) => ({
      createWritable: async () => ({
        async write(blob: Blob) {
          files.set(prefix + name, new Uint8Array(await blob.arrayBuffer()));
        },
        async close() {},
      }),
    }),
  };
  return handle as unknown as FileSystemDirectoryHandle;
}

/** A real server of files on loopback, with ranges. */
export async function startStaticHost(
  files: PublishedFolder,
  options: { path?: string /** Pages of other origins may not read it. */; isClosed?: boolean } = {},
): Promise<StaticHost> {
  const path = options.path ?? '/';
  const log: string[] = [];
  const host = { habit: undefined as Habit | undefined };
  function answer(request: IncomingMessage, response: ServerResponse): void {
    const name = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname).slice(path.length);
    log.push(`${request.method} ${name} ${request.headers.range ?? ''}`.trim());
    if (!options.isClosed) response.setHeader('access-control-allow-origin', '*');
    const bytes = files.get(name);
    if (bytes === undefined) {
      response.writeHead(404).end('not here');
      return;
    }
    const match = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    const range =
      match === null ? undefined : ([Number(match[1]), Math.min(Number(match[2]) + 1, bytes.length)] as const);
    if (host.habit?.({ name, bytes, range, response })) return;
    if (range === undefined) {
      response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
      return;
    }
    sendRange(response, bytes, range);
  }

  const { origin, close } = await listen(createServer(answer));
  return {
    url: origin + path,
    files,
    log,
    get habit() {
      return host.habit;
    },
    set habit(habit) {
      host.habit = habit;
    },
    close,
  };
}

export function sendRange(response: ServerResponse, bytes: Uint8Array, [start, end]: readonly [number, number]): void {
  const head = { 'content-range': `bytes ${start}-${end - 1}/${bytes.length}`, 'content-length': end - start };
  response.writeHead(206, head).end(bytes.subarray(start, end));
}

export const ignoresRanges: Habit = ({ bytes, response }) => {
  response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
  return true;
};

/** Compresses first and cuts the range out of that, as some proxies do. */
export const compressesRanges: Habit = ({ bytes, range, response }) => {
  const packed = gzipSync(bytes);
  const [start, end] =
    range === undefined
      ? [0, packed.length]
      : [Math.min(range[0], packed.length - 1), Math.min(range[1], packed.length)];
  const head = { 'content-encoding': 'gzip', 'content-type': 'application/octet-stream' };
  if (range === undefined) response.writeHead(200, head).end(packed);
  else
    response
      .writeHead(206, { ...head, 'content-range': `bytes ${start}-${end - 1}/${packed.length}` })
      .end(packed.subarray(start, end));
  return true;
};

export const sendsWrongTypes: Habit = ({ bytes, range, response }) => {
  response.setHeader('content-type', 'text/html; charset=utf-16');
  if (range === undefined) return false;
  sendRange(response, bytes, range);
  return true;
};

/** Flips a bit in every answer from a file whose name begins so. */
export function flipsBits(stem: string): Habit {
  return ({ name, bytes, range, response }) => {
    if (!name.includes(stem)) return false;
    const wrong = bytes.slice();
    const [start, end] = range ?? [0, bytes.length];
    const at = (start + end) >> 1;
    wrong[at] = (wrong[at] as number) ^ 1;
    if (range === undefined) response.writeHead(200).end(wrong);
    else sendRange(response, wrong, range);
    return true;
  };
}

export function cutsOff(stem: string): Habit {
  return ({ name, bytes, range, response }) => {
    if (!name.includes(stem)) return false;
    const [start, end] = range ?? [0, bytes.length];
    response.writeHead(range === undefined ? 200 : 206, {
      'content-length': end - start,
      ...(range === undefined ? {} : { 'content-range': `bytes ${start}-${end - 1}/${bytes.length}` }),
    });
    response.write(bytes.subarray(start, (start + end) >> 1), () => response.destroy());
    return true;
  };
}

export function neverEnds(stem: string): Habit {
  return ({ name, response }) => {
    if (!name.includes(stem)) return false;
    response.writeHead(200);
    const junk = new Uint8Array(65_536).fill(0x20);
    const send = (): void => {
      if (response.destroyed) return;
      if (response.write(junk)) setImmediate(send);
      else response.once('drain', send);
    };
    send();
    return true;
  };
}

export function hangs(stem: string): Habit {
  return ({ name, range, response }) => {
    if (!name.includes(stem)) return false;
    response.writeHead(range === undefined ? 200 : 206);
    response.write('x');
    return true;
  };
}
