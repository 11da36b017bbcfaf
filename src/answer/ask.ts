import { AppError } from '../model/app-error.ts';
import type { AnswerCitation } from '../model/outputs/answer.ts';
import { type CheckText, createStreamCheck } from './check-while-streaming.ts';
import type { ChatEnd, Model } from './contract.ts';
import { findUnsupported } from './find-unsupported.ts';
import { FRAME_TOKENS, fromSourced, SOURCED, type Turn, toMessages, toRetry } from './messages.ts';

export interface AskedPack {
  readonly text: string;
  readonly tokens: number;
}

export interface AskOptions {
  readonly model: Model;
  readonly budgetTokens: number;
  readonly turns?: readonly Turn[];
  /** Makes the pack, with its secrets masked unless the user chose otherwise. Undefined if nothing was found. */
  readonly makePack: (budgetTokens: number) => Promise<AskedPack | undefined>;
  readonly check: CheckText;
  readonly onPack?: (pack: AskedPack, budgetTokens: number) => void;
  readonly onText?: (text: string) => void;
  readonly onCitations?: (citations: readonly AnswerCitation[]) => void;
  /** The model has ended its answer; the last check of it begins. */
  readonly onEnd?: () => void;
  /** The model is asked for its sources once more. */
  readonly onRetry?: () => void;
  readonly signal: AbortSignal;
}

export interface Asked {
  readonly text: string;
  readonly citations: readonly AnswerCitation[];
  readonly packTokens: number;
  readonly why: ChatEnd['why'];
}

/** Makes a pack that fits the model, asks, and checks every citation of the answer while it arrives. Rejects with `answer/…`. */
export async function ask(options: AskOptions): Promise<Asked> {
  const { model, turns = [], signal } = options;
  const fit = fitBudget(model.contextTokens, options.budgetTokens, countTurnTokens(turns));
  const pack = await options.makePack(fit.budgetTokens);
  if (signal.aborted) return { text: '', citations: [], packTokens: 0, why: 'stopped' };
  if (pack === undefined) throw new AppError('answer/no-pack', 'nothing in the collection fits the question');
  options.onPack?.(pack, fit.budgetTokens);
  const messages = toMessages(pack.text, turns);
  const windowTokens = fit.toWindow(pack.tokens);
  const request = { messages, answerTokens: fit.answerTokens, windowTokens };
  const streamed = createStreamCheck(options.check, (found) => options.onCitations?.(found));
  let text = '';
  const end = await model
    .chat(
      request,
      (part) => {
        text += part;
        options.onText?.(text);
        streamed.add(text);
      },
      signal,
    )
    .finally(() => streamed.end());
  options.onEnd?.();
  const citations = text === '' ? [] : await options.check(text);
  const first: Asked = { text, citations, packTokens: pack.tokens, why: end.why };
  if (end.why !== 'end' || !lacksSources(first)) return first;
  options.onRetry?.();
  const again = await askForSources(options, { ...request, messages: toRetry(messages, text) });
  return again !== undefined && !lacksSources({ ...first, ...again }) ? { ...first, ...again } : first;
}

function lacksSources({ text, citations }: Asked): boolean {
  return (
    !citations.some(({ path, ref }) => path !== undefined || ref !== undefined) &&
    findUnsupported(text, citations).length > 0
  );
}

/** Asks in the form of a schema, or without one if the server refuses it. A failure keeps the first answer. */
async function askForSources(
  { model, check, signal }: AskOptions,
  request: Parameters<Model['chat']>[0],
): Promise<Pick<Asked, 'text' | 'citations'> | undefined> {
  for (const schema of [SOURCED, undefined]) {
    let written = '';
    const end = await model
      .chat(
        { ...request, schema },
        (part) => {
          written += part;
        },
        signal,
      )
      .catch(() => undefined);
    if (signal.aborted) return undefined;
    if (end?.why !== 'end') continue;
    const text = fromSourced(written);
    return { text, citations: await check(text) };
  }
  return undefined;
}

/** Tokenizers differ: a pack counted for one model has up to this many times the tokens for another. */
const TOKENIZER_FACTOR = 1.2;
const MAX_ANSWER_TOKENS = 4_096;
const MIN_ANSWER_TOKENS = 512;
const MIN_PACK_TOKENS = 400;
/** Ollama allocates memory in proportion to the window. */
const WINDOW_STEP = 1_024;

/** Divides the model's context between pack and answer. A model that does not say how much it takes gets the budget that was asked for. */
export function fitBudget(contextTokens: number | undefined, budgetTokens: number, turnTokens = 0) {
  const frame = FRAME_TOKENS + turnTokens;
  const room = Math.min(MAX_ANSWER_TOKENS, Math.max(MIN_ANSWER_TOKENS, Math.floor((contextTokens ?? Infinity) / 4)));
  const most = contextTokens === undefined ? Infinity : Math.floor((contextTokens - room - frame) / TOKENIZER_FACTOR);
  if (most < MIN_PACK_TOKENS)
    throw new AppError('answer/context-too-long', 'the context of the model is too short', {
      actual: frame + room + MIN_PACK_TOKENS,
      limit: contextTokens ?? 0,
    });
  return {
    budgetTokens: Math.min(budgetTokens, most),
    answerTokens: room,
    toWindow(packTokens: number): number {
      const needed = packTokens * TOKENIZER_FACTOR + frame + room;
      return Math.min(contextTokens ?? Infinity, Math.ceil(needed / WINDOW_STEP) * WINDOW_STEP);
    },
  };
}

/** Four characters are a token, roughly. */
function countTurnTokens(turns: readonly Turn[]): number {
  const [, ...rest] = toMessages('', turns);
  return Math.ceil(rest.reduce((sum, { content }) => sum + content.length, 0) / 4);
}
