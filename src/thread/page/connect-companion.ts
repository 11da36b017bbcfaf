import { transfer } from 'comlink';
import type { Companion, CompanionAnswer, CompanionRequest } from '../../crawl/fetch/companion.ts';
import { withTimeout } from '../../lib/async/within.ts';
import { concatBytes, fromBase64 } from '../../lib/bytes.ts';
import { createListeners } from '../../lib/listeners.ts';
import type { SeenRequest } from '../../model/page/request-log.ts';
import type { FromCompanion, SeenPage, ToCompanion } from '../../model/schema/companion.ts';

export interface CompanionStatus {
  readonly version: string;
  /** Origins the user has granted. */
  readonly origins: readonly string[];
}

/** The companion extension, as its content script offers it to this page. */
export interface PageCompanion extends Companion {
  /** Undefined without the extension. */
  status(): Promise<CompanionStatus | undefined>;
  /** Reports pages the user sends from the toolbar. */
  onPage(listener: (page: SeenPage) => void): () => void;
}

type Message = Extract<FromCompanion, { id: number }>;
/** Without `Omit`, which would merge the members of the union. */
type Question = ToCompanion extends infer Each ? (Each extends { id: number } ? Omit<Each, 'id'> : never) : never;

/** The content script runs before the page, so it answers at once or never. */
const PRESENT_MS = 2_000;
const ASK_AGAIN_MS = 500;

export function connectCompanion(onRequests: (rows: readonly SeenRequest[]) => void): PageCompanion {
  const { port1: port, port2 } = new MessageChannel();
  const open = new Map<number, (message: Message | undefined) => void>();
  const pages = createListeners<SeenPage>();
  /** Counts down, because the crawler's ids count up. */
  let lastId = Number.MAX_SAFE_INTEGER;
  port.onmessage = async ({ data }) => {
    // Loaded only where there is an extension.
    const schema = await import('../../model/schema/companion.ts');
    const parsed = schema.FromCompanion.safeParse(data);
    if (!parsed.success) return;
    const message = parsed.data;
    if (message.type === 'page') pages.emit(message);
    else if (message.type === 'lost') for (const [, take] of open) take(undefined);
    else open.get(message.id)?.(message);
  };
  window.postMessage('quire-companion', location.origin, [port2]);

  function ask(question: Question): Promise<Message | undefined> {
    const id = lastId--;
    return new Promise<Message | undefined>((resolve) => {
      open.set(id, resolve);
      port.postMessage({ ...question, id });
    }).finally(() => open.delete(id));
  }

  async function status(): Promise<CompanionStatus | undefined> {
    const answer = await withTimeout(PRESENT_MS, ask({ type: 'status' }));
    return answer?.type === 'status' ? answer : undefined;
  }

  let present: Promise<boolean> | undefined;
  return {
    status,
    isPresent() {
      present ??= status().then((found) => found !== undefined);
      return present;
    },
    async read(request) {
      const time = Date.now();
      const answer = await readOne(request, { open, port }).catch((error: unknown) => error as Error);
      const seen = answer instanceof Error ? NOTHING : toSeen(answer);
      // The extension sends no request to an origin that is not granted.
      if (answer instanceof Error || answer.type !== 'not-granted')
        onRequests([{ time, url: request.url, ...seen, ms: Date.now() - time, reason: 'companion' }]);
      if (answer instanceof Error) throw answer;
      return answer.type === 'response' ? transfer(answer, [answer.bytes.buffer]) : answer;
    },
    stop: (id) => port.postMessage({ type: 'stop', id }),
    async ask(origin) {
      for (;;) {
        const answer = await ask({ type: 'ask', origin });
        const state = answer?.type === 'asked' ? answer.answer : 'refused';
        if (state !== 'open') return state === 'granted';
        await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
      }
    },
    onPage: pages.subscribe,
  };
}

const NOTHING = { status: 0, bytes: 0 };

function toSeen(answer: CompanionAnswer): { status: number; bytes: number } {
  if (answer.type === 'response') return { status: answer.status, bytes: answer.bytes.length };
  return answer.type === 'redirect' ? { status: 302, bytes: 0 } : NOTHING;
}

function readOne(
  request: CompanionRequest,
  { open, port }: { open: Map<number, (message: Message | undefined) => void>; port: MessagePort },
): Promise<CompanionAnswer> {
  const parts: Uint8Array[] = [];
  let left = request.maxBytes;
  let head: { status: number; headers: Readonly<Record<string, string>> } | undefined;
  return new Promise<CompanionAnswer>((resolve, reject) => {
    open.set(request.id, (message) => {
      if (message?.type === 'head') head = { status: message.status, headers: message.headers };
      else if (message?.type === 'part') {
        const bytes = (fromBase64(message.base64) ?? new Uint8Array()).subarray(0, left);
        left -= bytes.length;
        parts.push(bytes);
      } else if (message?.type === 'end' && head) resolve({ type: 'response', ...head, bytes: concatBytes(parts) });
      else if (message?.type === 'redirect') resolve({ type: 'redirect', url: message.url });
      else if (message?.type === 'not-granted') resolve({ type: 'not-granted', origin: message.origin });
      else reject(new Error(message?.type === 'fault' ? message.message : 'the companion gave no answer'));
    });
    port.postMessage({ type: 'fetch', ...request });
  }).finally(() => open.delete(request.id));
}
