import type { BodyAnswer, FetchBodyOptions } from './fetch-body.ts';
import { fetchBody } from './fetch-body.ts';

/** The user's browser extension, which reads origins the user granted. */
export interface Companion {
  isPresent(): Promise<boolean>;
  /** Sends one request; follows no redirect. Rejects on a network fault. */
  read(request: CompanionRequest): Promise<CompanionAnswer>;
  /** Ends a `read` early. */
  stop(id: number): void;
  /** Asks the user for the origin; resolves when they have decided. */
  ask(origin: string): Promise<boolean>;
}

export interface CompanionRequest {
  readonly id: number;
  readonly url: string;
  readonly maxBytes: number;
  /** Sends the user's cookies. */
  readonly withLogin: boolean;
}

export type CompanionAnswer =
  | {
      readonly type: 'response';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly bytes: Uint8Array<ArrayBuffer>;
    }
  | { readonly type: 'redirect'; readonly url: string }
  | { readonly type: 'not-granted'; readonly origin: string };

export type CompanionBody =
  | BodyAnswer
  | { readonly redirect: string }
  /** The origin that the user has not granted. */
  | { readonly notGranted: string };

let lastId = 0;

/** Like `fetchBody`, through the companion: the same timeout, limit and faults. */
export async function fetchByCompanion(
  url: string,
  options: FetchBodyOptions & { readonly companion: Companion; readonly withLogin: boolean },
): Promise<CompanionBody> {
  let other: CompanionBody | undefined;
  const send: typeof fetch = async (_, init) => {
    const id = ++lastId;
    const stop = () => options.companion.stop(id);
    init?.signal?.addEventListener('abort', stop, { once: true });
    const { withLogin, maxBytes } = options;
    // One byte more shows that the body was longer.
    const read = options.companion.read({ id, url, maxBytes: maxBytes + 1, withLogin });
    const answer = await Promise.race([read, whenAborted(init?.signal)]);
    if (answer.type === 'response') return toResponse(answer);
    other = answer.type === 'redirect' ? { redirect: answer.url } : { notGranted: answer.origin };
    throw new Error(answer.type);
  };
  const body = await fetchBody(url, { ...options, fetch: send });
  return other ?? body;
}

function whenAborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
}

function toResponse({ status, headers, bytes }: Extract<CompanionAnswer, { type: 'response' }>): Response {
  const hasBody = status !== 204 && status !== 205 && status !== 304;
  return new Response(hasBody ? bytes : null, { status, headers });
}
