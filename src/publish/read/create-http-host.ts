import type { Span } from '../../lib/span.ts';
import { AppError, isAppError } from '../../model/app-error.ts';
import type { Host } from '../contract.ts';
import { MANIFEST_NAME, type PublishedFile, READ_LIMITS } from '../format/layout.ts';
import {
  type Answer,
  createFileRequester,
  createMeter,
  type FileRequester,
  getBytes,
  type HttpHostOptions,
  toError,
  toStatusError,
} from './request.ts';

/** Reads over HTTP from the address of the manifest's folder. Uses ranges if the host supports them, otherwise whole files, each once. */
export function createHttpHost(address: string, options: HttpHostOptions = {}): Host {
  const meter = createMeter();
  const get = createFileRequester(address, options, meter);
  const wholes = createWholeFiles(get);
  let supportsRanges: boolean | undefined;

  async function readRange(file: PublishedFile, span: Span, again: boolean): Promise<Uint8Array> {
    if (supportsRanges === false) return (await wholes.read(file)).subarray(...span);
    let settle: ReturnType<typeof wholes.claim>;
    const answer = await get(file.name, { range: span, ...(again ? { cache: 'reload' } : {}) }, (head) => {
      if (isRange(head, file, span)) return { maxBytes: span[1] - span[0], isExact: true };
      // The response is the whole file: the first request reads it, the others wait for it.
      if (head.status === 200) settle = wholes.claim(file);
      return settle && { maxBytes: file.bytes, isExact: true };
    });
    settle?.(answer);
    if (answer.status === 206) {
      const bytes = answer.body?.type === 'read' ? answer.body.bytes : undefined;
      if (bytes?.length === span[1] - span[0]) {
        supportsRanges ??= true;
        return bytes;
      }
      // The range is from something else: a compressed body, or another file. A truncated body is `cut-off`.
      if (answer.body?.type === 'stalled') throw toError('publish/stalled', file.name);
      if (answer.body !== undefined && supportsRanges) throw toError('publish/cut-off', file.name);
    } else if (answer.status !== 200) throw toStatusError(file.name, answer.status);
    supportsRanges = false;
    return (await wholes.read(file)).subarray(...span);
  }

  async function tryTwice(file: PublishedFile, span: Span, again: boolean): Promise<Uint8Array> {
    try {
      return await readRange(file, span, again);
    } catch (error) {
      if (!isAppError(error) || !/^publish\/(?:unreachable|cut-off)$/.test(error.code)) throw error;
      return readRange(file, span, true);
    }
  }

  return {
    async readManifest() {
      const limits = { maxBytes: READ_LIMITS.manifestBytes, isExact: false };
      const { status, body } = await get(MANIFEST_NAME, { cache: 'no-cache' }, ({ status }) =>
        status === 200 ? limits : undefined,
      );
      if (status === 404 || status === 410)
        throw new AppError('publish/not-published', 'there is no published collection', { file: MANIFEST_NAME });
      if (body === undefined) throw toStatusError(MANIFEST_NAME, status);
      if (body.type === 'too-long') throw toError('publish/bad-manifest', MANIFEST_NAME, { place: 'size' });
      return getBytes(body, MANIFEST_NAME);
    },
    async readSpans(file, spans, { again = false } = {}) {
      // A whole file with wrong bytes is read again.
      if (again && supportsRanges === false) wholes.drop(file);
      // One request finds out whether the host supports ranges, not twenty that each return a whole file.
      const first = supportsRanges === undefined ? spans.slice(0, 1) : [];
      const known = await Promise.all(first.map((span) => tryTwice(file, span, again)));
      const rest = await Promise.all(spans.slice(first.length).map((span) => tryTwice(file, span, again)));
      return [...known, ...rest];
    },
    async traffic() {
      return { ...meter.read(), wholeFiles: supportsRanges === false };
    },
  };
}

/** Checks headers if the browser exposes them: for other origins it hides them. */
function isRange({ status, headers }: Omit<Answer, 'body'>, file: PublishedFile, [start, end]: Span): boolean {
  if (status !== 206) return false;
  const encoding = headers.get('content-encoding');
  if (encoding !== null && encoding !== 'identity') return false;
  const range = headers.get('content-range');
  return (
    range === null || range === `bytes ${start}-${end - 1}/${file.bytes}` || range === `bytes ${start}-${end - 1}/*`
  );
}

/** Files of a host without range support: each is read once for all callers. A failed one may be requested again. */
function createWholeFiles(get: FileRequester) {
  const files = new Map<string, Promise<Uint8Array>>();

  function keep(file: PublishedFile, reading: Promise<Uint8Array>): Promise<Uint8Array> {
    files.set(file.name, reading);
    reading.catch(() => files.delete(file.name));
    return reading;
  }

  async function fetchWhole(file: PublishedFile): Promise<Uint8Array> {
    if (isTooLarge(file)) throw toError('publish/no-ranges', file.name, { bytes: file.bytes });
    const answer = await get(file.name, {}, ({ status }) =>
      status === 200 ? { maxBytes: file.bytes, isExact: true } : undefined,
    );
    return toWhole(file, answer);
  }

  return {
    read: (file: PublishedFile) => files.get(file.name) ?? keep(file, fetchWhole(file)),
    /** Claims a response that has the whole file: the returned function stores it. Undefined if the file is already being read, or too large. */
    claim(file: PublishedFile): ((answer: Answer) => void) | undefined {
      if (files.has(file.name) || isTooLarge(file)) return undefined;
      let settle: (answer: Answer) => void = () => {};
      const coming = new Promise<Answer>((resolve) => {
        settle = resolve;
      });
      void keep(
        file,
        coming.then((answer) => toWhole(file, answer)),
      );
      return settle;
    },
    drop: ({ name }: PublishedFile) => void files.delete(name),
  };
}

function isTooLarge({ bytes }: PublishedFile): boolean {
  return bytes > READ_LIMITS.wholeFileBytes;
}

function toWhole({ name, bytes }: PublishedFile, { status, body }: Answer): Uint8Array {
  if (body === undefined) throw toStatusError(name, status);
  return getBytes(body, name, bytes);
}
