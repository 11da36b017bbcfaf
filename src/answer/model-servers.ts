import { AppError, type ErrorCode } from '../model/app-error.ts';
import { LIMITS } from '../model/limits.ts';
import type { ChatEnd, ModelServer, ModelService, ServerChat, ServerKind, ServerModel } from './contract.ts';

type Json = Readonly<Record<string, unknown>>;

/** Speaks the OpenAI protocol, and Ollama's own: only that one takes the length of the context. */
export function createModelServers(send: typeof fetch): ModelService {
  let running: AbortController | undefined;
  return {
    async listModels(server) {
      const { data } = await getJson(send, server, '/v1/models');
      if (!Array.isArray(data)) throw notAServer(server);
      const rows = data.filter(isObject).filter(({ id }) => typeof id === 'string');
      const kind = await findKind(send, server, rows);
      return rows.map((row) => ({ name: row.id as string, kind, contextTokens: toTokens(row.max_model_len) }));
    },
    async describe(server, model) {
      const tokens = model.contextTokens ?? (await readContext(send, server, model).catch(() => undefined));
      return { ...model, contextTokens: tokens };
    },
    async chat(call, onText) {
      running = new AbortController();
      const { signal } = running;
      try {
        return await (call.model.kind === 'ollama' ? chatOllama : chatOpenAi)({ send, call, onText, signal });
      } catch (error) {
        if (signal.aborted) return { why: 'stopped' };
        throw error;
      }
    },
    stop: () => running?.abort(),
  };
}

/** Servers name themselves as the owner of their models; Ollama has routes of its own. */
async function findKind(send: typeof fetch, server: ModelServer, rows: readonly Json[]): Promise<ServerKind> {
  const owner = rows[0]?.owned_by;
  if (owner === 'vllm') return 'vllm';
  if (owner === 'llamacpp') return 'llama.cpp';
  if (owner === 'organization_owner') return 'lm-studio';
  // Ollama has no keys, and a service with one gets no further requests.
  if (server.key !== undefined) return 'openai';
  const version = await getJson(send, server, '/api/version').catch(() => undefined);
  return typeof version?.version === 'string' ? 'ollama' : 'openai';
}

/** Reads the length that the model runs with, or else the longest it can. */
async function readContext(
  send: typeof fetch,
  server: ModelServer,
  { name, kind }: ServerModel,
): Promise<number | undefined> {
  if (kind === 'ollama') {
    const { model_info: info } = await getJson(send, server, '/api/show', { model: name });
    const entry = Object.entries(isObject(info) ? info : {}).find(([key]) => key.endsWith('.context_length'));
    return toTokens(entry?.[1]);
  }
  if (kind === 'llama.cpp') {
    const { default_generation_settings: settings } = await getJson(send, server, '/props');
    return isObject(settings) ? toTokens(settings.n_ctx) : undefined;
  }
  if (kind === 'lm-studio') {
    const { data } = await getJson(send, server, '/api/v0/models');
    const row = Array.isArray(data) ? data.filter(isObject).find(({ id }) => id === name) : undefined;
    return toTokens(row?.loaded_context_length) ?? toTokens(row?.max_context_length);
  }
  return undefined;
}

interface Chat {
  readonly send: typeof fetch;
  readonly call: ServerChat;
  readonly onText: (part: string) => void;
  readonly signal: AbortSignal;
}

async function chatOpenAi({ send, call, onText, signal }: Chat): Promise<ChatEnd> {
  const { server, model, messages, answerTokens, schema } = call;
  const response = await request(send, server, '/v1/chat/completions', {
    signal,
    body: {
      model: model.name,
      messages,
      stream: true,
      temperature: 0,
      max_tokens: answerTokens,
      ...(schema && {
        response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
      }),
    },
  });
  const type = response.headers.get('content-type') ?? '';
  const take = createTaker(onText);
  if (/\bjson\b/.test(type)) {
    // A server that does not stream answers at once.
    const [choice] = toChoices(await readJson(response, server));
    if (choice === undefined) throw notAServer(server);
    take(isObject(choice.message) ? choice.message.content : undefined);
    return { why: choice.finish_reason === 'length' ? 'length' : 'end' };
  }
  if (!/\bevent-stream\b/.test(type) || response.body === null) throw notAServer(server);
  let why: ChatEnd['why'] = 'cut';
  const events = readEvents(response.body);
  for await (const data of stopOnBreak(events, signal)) {
    if (data === '[DONE]') return { why: why === 'cut' ? 'end' : why };
    const part = parseObject(data, server);
    if (part.error !== undefined) throw toServerError(server, model.name, { status: 200, error: part.error });
    const [choice] = toChoices(part);
    if (isObject(choice?.delta)) take(choice.delta.content);
    if (typeof choice?.finish_reason === 'string') why = choice.finish_reason === 'length' ? 'length' : 'end';
  }
  return { why };
}

async function chatOllama({ send, call, onText, signal }: Chat): Promise<ChatEnd> {
  const { server, model, messages, answerTokens, windowTokens, schema } = call;
  const response = await request(send, server, '/api/chat', {
    signal,
    body: {
      model: model.name,
      messages,
      stream: true,
      options: { num_ctx: windowTokens, num_predict: answerTokens, temperature: 0 },
      ...(schema && { format: schema }),
    },
  });
  if (!/\b(?:x-ndjson|json)\b/.test(response.headers.get('content-type') ?? '') || response.body === null)
    throw notAServer(server);
  const take = createTaker(onText);
  for await (const line of stopOnBreak(readLines(response.body), signal)) {
    if (line === '') continue;
    const part = parseObject(line, server);
    if (part.error !== undefined) throw toServerError(server, model.name, { status: 200, error: part.error });
    if (isObject(part.message)) take(part.message.content);
    if (part.done === true) return { why: part.done_reason === 'length' ? 'length' : 'end' };
  }
  return { why: 'cut' };
}

/** A connection that breaks ends the answer; what arrived is kept. */
async function* stopOnBreak(parts: AsyncGenerator<string>, signal: AbortSignal): AsyncGenerator<string> {
  try {
    yield* parts;
  } catch (error) {
    if (signal.aborted || error instanceof AppError) throw error;
  }
}

/** Passes text on, but not the thoughts that some models write in front of their answer. Refuses an answer without an end. */
function createTaker(onText: (part: string) => void): (content: unknown) => void {
  let chars = 0;
  let held: string | undefined = '';
  return (content) => {
    if (typeof content !== 'string' || content === '') return;
    chars += content.length;
    if (chars > LIMITS.maxAnswerChars)
      throw new AppError('answer/too-long', 'the answer has no end', { actual: chars, limit: LIMITS.maxAnswerChars });
    if (held === undefined) return onText(content);
    held += content;
    const start = held.trimStart();
    const isThinking = start.startsWith('<think>');
    const end = isThinking ? start.indexOf('</think>') : 0;
    if ((isThinking && end < 0) || (start.length < 7 && '<think>'.startsWith(start))) return;
    const text = isThinking ? start.slice(end + 8).trimStart() : start;
    // The white space behind the thoughts may come later than they do.
    if (text === '') held = isThinking ? '<think></think>' : '';
    else {
      held = undefined;
      onText(text);
    }
  };
}

interface Sent {
  readonly body?: object;
  readonly signal?: AbortSignal;
}

async function request(send: typeof fetch, server: ModelServer, path: string, { body, signal }: Sent = {}) {
  const headers: Record<string, string> = {};
  if (server.key !== undefined) headers.authorization = `Bearer ${server.key}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const sent = { headers, ...(signal && { signal }), ...(body && { method: 'POST', body: JSON.stringify(body) }) };
  const response = await send(server.base + path, sent).catch(async (error: unknown) => {
    if (signal?.aborted || error instanceof AppError) throw error;
    const isDenied = await isLocalNetworkDenied();
    throw toError(server, isDenied ? 'answer/network-denied' : 'answer/unreachable');
  });
  if (response.ok) return response;
  const text = await readText(response);
  const { error } = parseLoosely(text);
  const model = body !== undefined && 'model' in body ? String(body.model) : '';
  throw toServerError(server, model, { status: response.status, error: error ?? text });
}

async function getJson(send: typeof fetch, server: ModelServer, path: string, body?: object): Promise<Json> {
  return readJson(await request(send, server, path, body === undefined ? {} : { body }), server);
}

async function readJson(response: Response, server: ModelServer): Promise<Json> {
  return parseObject(await readText(response), server);
}

/** Reads through `body`, where the model worker counts the bytes. */
function readText({ body }: Response): Promise<string> {
  return new Response(body).text().catch(() => '');
}

/** Chromium asks the user before a page reaches the local network, and remembers the answer. */
async function isLocalNetworkDenied(): Promise<boolean> {
  for (const name of ['local-network-access', 'loopback-network', 'local-network'])
    try {
      const { state } = await navigator.permissions.query({ name: name as PermissionName });
      if (state === 'denied') return true;
    } catch {
      // The browser has no such permission.
    }
  return false;
}

/** The error's text is matched, never kept: servers repeat the prompt in it. */
function toServerError(server: ModelServer, model: string, found: { status: number; error: unknown }): AppError {
  const { status, error } = found;
  const text = typeof error === 'string' ? error : JSON.stringify(error ?? '');
  if (
    /context.{0,20}(?:length|size|window)|exceeds? .{0,40}context|n_ctx|too many tokens|prompt is too long/i.test(text)
  )
    return toError(server, 'answer/context-too-long');
  if (
    /model.{0,200}(?:not found|does not exist|not loaded|no such)|(?:not found|unknown).{0,20}model|no models? loaded/is.test(
      text,
    )
  )
    return toError(server, 'answer/unknown-model', { model });
  if (status === 401 || status === 403) return toError(server, 'answer/refused', { status });
  if (status === 404 || status === 405) return notAServer(server);
  return toError(server, 'answer/server-error', { status });
}

function notAServer(server: ModelServer): AppError {
  return toError(server, 'answer/not-a-server');
}

function toError(server: ModelServer, code: ErrorCode, details: Record<string, string | number> = {}): AppError {
  return new AppError(code, 'the model server gave no answer', { host: new URL(server.base).host, ...details });
}

function toChoices({ choices }: Json): readonly Json[] {
  return Array.isArray(choices) ? choices.filter(isObject) : [];
}

function toTokens(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : undefined;
}

function parseObject(text: string, server: ModelServer): Json {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Reported with the same words as another value.
  }
  throw notAServer(server);
}

function parseLoosely(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Yields the lines of a stream of UTF-8, however its bytes were split. `\r\n` ends a line too. */
async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = lines.pop() as string;
      for (const line of lines) yield line.replace(/\r$/, '');
      if (done) break;
    }
    if (rest !== '') yield rest;
  } finally {
    // The caller may leave early: the server should stop then.
    void reader.cancel().catch(() => undefined);
  }
}

/** Yields the data of server-sent events. Comments, names and ids are skipped. */
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = [];
  for await (const line of readLines(body)) {
    if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
    else if (line === '' && data.length > 0) {
      yield data.join('\n');
      data = [];
    }
  }
  // Some servers end without the last empty line.
  if (data.length > 0) yield data.join('\n');
}
