import { concatBytes } from '../../lib/bytes.ts';

/** No working host takes longer for its next bytes. */
const IDLE_MS = 20_000;

export interface BodyLimits {
  readonly maxBytes: number;
  /** The body ends there, even if the server does not end it. */
  readonly isExact: boolean;
  readonly idleMs?: number;
}

export type Body = { readonly type: 'read' | 'too-long' | 'stalled' | 'failed'; readonly bytes: Uint8Array };

/** Reads at most this many bytes, with a timeout for each read. Ends with any server. */
export async function readBody(
  response: Response,
  { maxBytes, isExact, idleMs = IDLE_MS }: BodyLimits,
  onBytes: (count: number) => void,
): Promise<Body> {
  const reader = response.body?.getReader();
  const parts: Uint8Array[] = [];
  let count = 0;
  const end = (type: Body['type']): Body => ({ type, bytes: concatBytes(parts).subarray(0, maxBytes) });
  if (reader === undefined) return end('read');
  try {
    for (;;) {
      const step = await withTimeout(reader.read(), idleMs);
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

/** Returns undefined on timeout. */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
