import { AppError } from '../model/app-error.ts';
import type { ChatRequest, Model } from './contract.ts';

/** The part of the Prompt API that is used. `contextWindow` was `inputQuota` before. */
interface LanguageModelSession {
  readonly contextWindow?: number;
  readonly inputQuota?: number;
  promptStreaming(input: string, options: { signal: AbortSignal; responseConstraint?: object }): ReadableStream<string>;
  destroy?(): void;
}

type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available';

/** Without a language Chromium warns in the console. */
const LANGUAGE = { expectedOutputs: [{ type: 'text', languages: ['en'] }] };

interface LanguageModelApi {
  availability(options: typeof LANGUAGE): Promise<Availability>;
  create(
    options: typeof LANGUAGE & {
      initialPrompts?: readonly { role: string; content: string }[];
      monitor?(monitor: EventTarget): void;
      signal?: AbortSignal;
    },
  ): Promise<LanguageModelSession>;
}

const findApi = (): LanguageModelApi | undefined => (globalThis as { LanguageModel?: LanguageModelApi }).LanguageModel;

/** Returns the browser's words about its own model; undefined without the Prompt API. Called after a click only: Chromium writes to the console. */
export async function findBrowserModel(): Promise<Availability | undefined> {
  return findApi()
    ?.availability(LANGUAGE)
    .catch(() => 'unavailable' as const);
}

export const BROWSER_HOST = 'browser';

/** The browser's model. The first use may download it: `onDownload` gets the share that is loaded. */
export async function openBrowserModel(onDownload: (share: number) => void, signal: AbortSignal): Promise<Model> {
  // Only a session knows its length.
  const first = await create({}, onDownload, signal);
  const contextTokens = first.contextWindow ?? first.inputQuota;
  first.destroy?.();
  return {
    name: 'Browser model',
    host: BROWSER_HOST,
    contextTokens: contextTokens !== undefined && Number.isFinite(contextTokens) ? contextTokens : undefined,
    async chat({ messages, schema }: ChatRequest, onText, stop) {
      const initialPrompts = messages.slice(0, -1);
      const session = await create({ initialPrompts }, onDownload, stop);
      try {
        const options = { signal: stop, ...(schema && { responseConstraint: schema }) };
        const reader = session.promptStreaming(messages.at(-1)?.content ?? '', options).getReader();
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return { why: 'end' };
          onText(value);
        }
      } catch (error) {
        if (stop.aborted) return { why: 'stopped' };
        throw toProblem(error);
      } finally {
        session.destroy?.();
      }
    },
  };
}

async function create(
  options: { initialPrompts?: readonly { role: string; content: string }[] },
  onDownload: (share: number) => void,
  signal: AbortSignal,
): Promise<LanguageModelSession> {
  const api = findApi();
  if (api === undefined) throw new AppError('answer/browser-model', 'this browser has no model of its own');
  const monitor = (events: EventTarget) =>
    events.addEventListener('downloadprogress', (event) => onDownload((event as ProgressEvent).loaded));
  return api.create({ ...LANGUAGE, ...options, monitor, signal }).catch((error: unknown) => {
    throw signal.aborted ? error : toProblem(error);
  });
}

/** Names of errors only: their texts are the browser's, and may repeat the prompt. */
function toProblem(error: unknown): AppError {
  const name = error instanceof Error ? error.name : '';
  if (name === 'QuotaExceededError')
    return new AppError('answer/context-too-long', 'the prompt is too long for the model of the browser');
  return new AppError('answer/browser-model', 'the model of the browser failed', { reason: name });
}
