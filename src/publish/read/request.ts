import type { Span } from '../../lib/span.ts';
import { AppError, type ErrorCode } from '../../model/app-error.ts';
import type { Meter } from './meter.ts';
import { type Body, readBody, withTimeout } from './read-body.ts';

export interface HttpHostOptions {
  readonly fetch?: typeof fetch;
  /** How long a host may say nothing. */
  readonly idleMs?: number;
}

const IDLE_MS = 20_000;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Absent where nobody wanted it. */
  readonly body?: Body;
}

/** How much of a body is wanted, by what stands before it. */
export type Want = (
  answer: Omit<Answer, 'body'>,
) => { readonly maxBytes: number; readonly isExact: boolean } | undefined;

export type Requester = (
  name: string,
  init: { readonly range?: Span; readonly cache?: RequestCache },
  want: Want,
) => Promise<Answer>;

/** Asks for files of one folder. Every request is counted and ends in time. */
export function createRequester(address: string, options: HttpHostOptions, meter: Meter): Requester {
  const { idleMs = IDLE_MS } = options;
  const ask = options.fetch ?? ((url, init) => fetch(url, init));
  return async (name, init, want) => {
    const request = meter.begin();
    const controller = new AbortController();
    try {
      const { range, cache } = init;
      const asked = ask(new URL(name, address).href, {
        // Nothing about the person goes to a host other than that of the page, and no header asks for a preflight.
        credentials: 'same-origin',
        referrerPolicy: 'no-referrer',
        signal: controller.signal,
        ...(cache === undefined ? {} : { cache }),
        ...(range === undefined ? {} : { headers: { Range: `bytes=${range[0]}-${range[1] - 1}` } }),
      }).catch(() => {
        throw toError('publish/unreachable', name);
      });
      const response = await withTimeout(asked, idleMs);
      if (response === undefined) throw toError('publish/stalled', name);
      const { status, headers } = response;
      const wanted = want({ status, headers });
      if (wanted === undefined) return { status, headers };
      return { status, headers, body: await readBody(response, { ...wanted, idleMs }, request.bytes) };
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

/** A range that the file does not have is asked for only when another file lies there. */
export function toStatusError(file: string, status: number): AppError {
  const isGone = status === 404 || status === 410 || status === 416;
  return toError(isGone ? 'publish/missing' : 'publish/unreachable', file, { status });
}

/** Of a body that has so many bytes, or all that came. */
export function getBytes(body: Body, name: string, bytes = body.bytes.length): Uint8Array {
  if (body.type === 'stalled') throw toError('publish/stalled', name);
  if (body.type === 'failed' || body.bytes.length < bytes) throw toError('publish/cut-off', name);
  return body.bytes;
}
