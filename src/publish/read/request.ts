import { withTimeout } from '../../lib/async/within.ts';
import { concatBytes } from '../../lib/bytes.ts';
import type { Span } from '../../lib/span.ts';
import { AppError, type ErrorCode } from '../../model/app-error.ts';

export interface HttpHostOptions {
  readonly fetch?: typeof fetch;
  /** Timeout of a silent host. */
  readonly idleMs?: number;
}

/** No working host takes longer for its next bytes. */
const IDLE_MS = 20_000;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Absent if it was not wanted. */
  readonly body?: Body;
}

/** Decides from the status and headers how much of a body to read. */
type Want = (answer: Omit<Answer, 'body'>) => { readonly maxBytes: number; readonly isExact: boolean } | undefined;

export type FileRequester = (
  name: string,
  init: { readonly range?: Span; readonly cache?: RequestCache },
  want: Want,
) => Promise<Answer>;

/** Requests files of one folder. Counts every request, and ends each with a timeout. */
export function createFileRequester(address: string, options: HttpHostOptions, meter: Meter): FileRequester {
  const { idleMs = IDLE_MS } = options;
  const send = options.fetch ?? ((url, init) => fetch(url, init));
  return async (name, init, want) => {
    const request = meter.begin();
    const controller = new AbortController();
    try {
      const { range, cache } = init;
      const sending = send(new URL(name, address).href, {
        // Other hosts get no credentials, and no header causes a preflight.
        credentials: 'same-origin',
        referrerPolicy: 'no-referrer',
        signal: controller.signal,
        ...(cache === undefined ? {} : { cache }),
        ...(range === undefined ? {} : { headers: { Range: `bytes=${range[0]}-${range[1] - 1}` } }),
      }).catch(() => {
        throw toError('publish/unreachable', name);
      });
      const response = await withTimeout(idleMs, sending);
      if (response === undefined) throw toError('publish/stalled', name);
      const { status, headers } = response;
      const limits = want({ status, headers });
      if (limits === undefined) return { status, headers };
      return { status, headers, body: await readBody(response, { ...limits, idleMs }, request.bytes) };
    } finally {
      controller.abort();
      request.end();
    }
  };
}

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  'publish/unreachable': 'the file could not be fetched',
  'publish/missing': 'the host does not have the file',
  'publish/cut-off': 'the host ended the file too early',
  'publish/stalled': 'the host stopped answering',
  'publish/no-ranges': 'the host gives whole files only, and the file is too large for that',
  'publish/bad-manifest': 'the manifest is damaged or was not written by Quire',
};

export function toError(code: ErrorCode, file: string, details: Record<string, string | number> = {}): AppError {
  return new AppError(code, MESSAGES[code] ?? '', { file, ...details });
}

/** A range outside the file means that another file is in its place. */
export function toStatusError(file: string, status: number): AppError {
  const isGone = status === 404 || status === 410 || status === 416;
  return toError(isGone ? 'publish/missing' : 'publish/unreachable', file, { status });
}

/** Returns the bytes of a body that must have this many, or all of them. */
export function getBytes(body: Body, name: string, bytes = body.bytes.length): Uint8Array {
  if (body.type === 'stalled') throw toError('publish/stalled', name);
  if (body.type === 'failed' || body.bytes.length < bytes) throw toError('publish/cut-off', name);
  return body.bytes;
}

interface BodyLimits {
  readonly maxBytes: number;
  /** The body ends there, even if the server does not end it. */
  readonly isExact: boolean;
  readonly idleMs: number;
}

type Body = { readonly type: 'read' | 'too-long' | 'stalled' | 'failed'; readonly bytes: Uint8Array };

/** Reads at most this many bytes, with a timeout for each read. Ends with any server. */
async function readBody(
  response: Response,
  { maxBytes, isExact, idleMs }: BodyLimits,
  onBytes: (count: number) => void,
): Promise<Body> {
  const reader = response.body?.getReader();
  const parts: Uint8Array[] = [];
  let count = 0;
  const end = (type: Body['type']): Body => ({ type, bytes: concatBytes(parts).subarray(0, maxBytes) });
  if (reader === undefined) return end('read');
  try {
    for (;;) {
      const step = await withTimeout(idleMs, reader.read());
      if (step === undefined) return end(isExact && count >= maxBytes ? 'read' : 'stalled');
      if (step.done) return end('read');
      count += step.value.length;
      onBytes(step.value.length);
      parts.push(step.value);
      if (count > maxBytes) return end(isExact ? 'read' : 'too-long');
      if (isExact && count === maxBytes && response.headers.get('content-length') === null) return end('read');
    }
  } catch {
    return end('failed');
  } finally {
    reader.cancel().catch(() => {});
  }
}

export function createMeter() {
  let requests = 0;
  let bytes = 0;
  let answered = 0;
  return {
    begin(): { bytes(count: number): void; end(): void } {
      requests++;
      const depth = answered + 1;
      return {
        bytes(count) {
          bytes += count;
        },
        end() {
          answered = Math.max(answered, depth);
        },
      };
    },
    read: () => ({ requests, bytes, roundTrips: answered }),
  };
}

/** Counts requests to a host. The depth of a request is one more than the deepest one that was answered when it began. */
type Meter = ReturnType<typeof createMeter>;
