import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from './listen.ts';

export type ServerStyle = 'ollama' | 'lm-studio' | 'llama.cpp' | 'vllm' | 'openai';

interface Message {
  readonly role: string;
  readonly content: string;
}

/** A request as the server received it. */
export interface ModelRequest {
  readonly path: string;
  readonly method: string;
  readonly origin: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: ModelRequestBody | undefined;
  /** The connection was closed before the answer was complete. */
  wasStopped?: true;
}

export interface ModelRequestBody {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly stream: boolean;
  readonly format?: object;
  readonly response_format?: { readonly type: string; readonly json_schema: { readonly schema: object } };
  readonly options?: { readonly num_ctx?: number; readonly num_predict?: number };
  readonly max_tokens?: number;
}

/** How one answer goes wrong. */
export interface ModelFault {
  readonly status?: number;
  readonly error?: string;
  readonly type?: string;
  readonly body?: string;
  /** Sends this many bytes of the answer, then breaks the connection. */
  readonly cutAfter?: number;
  /** Sends an error as a part of the stream after this many bytes. */
  readonly errorAfter?: number;
  readonly location?: string;
}

export interface ModelServerOptions {
  readonly style?: ServerStyle;
  readonly models?: readonly string[];
  readonly contextTokens?: number;
  /** Origins that may ask; `*` for all. */
  readonly origins?: '*' | readonly string[];
  readonly key?: string;
  /** Bytes of one write: 1 splits characters, fields and lines. */
  readonly bytesPerPart?: number;
  readonly partMs?: number;
  /** Refuses a schema, as older servers do. */
  readonly noSchema?: boolean;
  /** Writes on after the limit of the request. */
  readonly ignoresLimit?: true;
  /** Writes the answer; the default answers from the context in the prompt. */
  readonly answer?: (body: ModelRequestBody) => string;
  readonly fault?: (path: string, count: number) => ModelFault | undefined;
  readonly port?: number;
}

export interface ModelServerStub {
  readonly origin: string;
  readonly port: number;
  readonly requests: readonly ModelRequest[];
  readonly chats: () => readonly ModelRequest[];
  close(): Promise<void>;
}

/**
 * A model server on loopback that follows the published protocols: OpenAI's `/v1/models` and `/v1/chat/completions` with server-sent events, Ollama's
 * `/api/version`, `/api/show` and `/api/chat` with a line of JSON per part, llama.cpp's `/props`, LM Studio's `/api/v0/models`, vLLM's `max_model_len`;
 * CORS with preflights. It has no model: it answers from the prompt it received, so a wrong prompt gives a wrong answer.
 */
export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServerStub> {
  const requests: ModelRequest[] = [];
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { pathname } = new URL(request.url ?? '/', 'http://server');
      const text = Buffer.concat(parts).toString();
      const body = text === '' ? undefined : (JSON.parse(text) as ModelRequestBody);
      const { origin } = request.headers;
      const seen: ModelRequest = {
        path: pathname,
        method: request.method ?? '',
        origin,
        headers: request.headers,
        body,
      };
      requests.push(seen);
      response.on('close', () => {
        if (!response.writableFinished) seen.wasStopped = true;
      });
      const count = request.method === 'OPTIONS' ? 0 : (counts.get(pathname) ?? 0) + 1;
      if (count > 0) counts.set(pathname, count);
      void serve(seen, response, { options, count });
    });
  });
  const { origin, port, close } = await listen(server, options.port);
  return {
    origin,
    port,
    close,
    requests,
    chats: () => requests.filter(({ path, method }) => method === 'POST' && /\/chat(?:\/completions)?$/.test(path)),
  };
}

interface Serving {
  readonly options: ModelServerOptions;
  readonly count: number;
}

async function serve(seen: ModelRequest, response: ServerResponse, { options, count }: Serving): Promise<void> {
  const { style = 'openai', models = ['quill:7b'], contextTokens = 32_768, origins = '*', key } = options;
  const { path, method, origin, body, headers } = seen;
  const isAllowed = origins === '*' || (origin !== undefined && origins.includes(origin));
  const cors: Record<string, string> = isAllowed
    ? { 'access-control-allow-origin': origins === '*' ? '*' : (origin as string), vary: 'origin' }
    : {};
  const json = (status: number, value: object) =>
    response.writeHead(status, { ...cors, 'content-type': 'application/json' }).end(JSON.stringify(value));
  // Ollama refuses such a request itself; a browser refuses the answers of the others.
  if (origin !== undefined && !isAllowed && style === 'ollama') return void response.writeHead(403).end();
  if (method === 'OPTIONS') {
    const allow = {
      'access-control-allow-methods': 'GET, POST, OPTIONS',
      'access-control-allow-headers': 'content-type, authorization',
    };
    return void response.writeHead(204, isAllowed ? { ...cors, ...allow } : {}).end();
  }
  if (key !== undefined && headers.authorization !== `Bearer ${key}`)
    return void json(401, { error: { message: 'Incorrect API key provided', type: 'invalid_request_error' } });
  const fault = options.fault?.(path, count);
  if (fault?.location !== undefined) return void response.writeHead(302, { ...cors, location: fault.location }).end();
  if (fault?.body !== undefined)
    return void response
      .writeHead(fault.status ?? 200, { ...cors, 'content-type': fault.type ?? 'text/html' })
      .end(fault.body);
  if (fault?.status !== undefined) {
    const message = fault.error ?? 'failed';
    return void json(
      fault.status,
      style === 'ollama' ? { error: message } : { error: { message, type: 'server_error' } },
    );
  }
  const owners = {
    ollama: 'library',
    'lm-studio': 'organization_owner',
    'llama.cpp': 'llamacpp',
    vllm: 'vllm',
    openai: 'somebody',
  };
  if (path === '/v1/models') {
    const rows = models.map((id) => ({
      id,
      object: 'model',
      created: 1,
      owned_by: owners[style],
      ...(style === 'vllm' && { max_model_len: contextTokens }),
    }));
    return void json(200, { object: 'list', data: rows });
  }
  if (path === '/props' && style === 'llama.cpp')
    return void json(200, { default_generation_settings: { n_ctx: contextTokens }, total_slots: 1 });
  if (path === '/api/v0/models' && style === 'lm-studio')
    return void json(200, {
      data: models.map((id) => ({
        id,
        type: 'llm',
        state: 'loaded',
        max_context_length: contextTokens * 4,
        loaded_context_length: contextTokens,
      })),
    });
  if (path === '/api/version' && style === 'ollama') return void json(200, { version: '0.12.6' });
  if (path === '/api/show' && style === 'ollama') {
    if (!models.includes(body?.model ?? '')) return void json(404, { error: `model '${body?.model}' not found` });
    return void json(200, {
      model_info: { 'general.architecture': 'quill', 'quill.context_length': contextTokens },
      capabilities: ['completion'],
    });
  }
  const isOllama = path === '/api/chat' && style === 'ollama';
  if ((!isOllama && path !== '/v1/chat/completions') || method !== 'POST' || body === undefined)
    return void response.writeHead(404, { ...cors, 'content-type': 'text/plain' }).end('404 page not found');
  if (!models.includes(body.model)) {
    const text = `model '${body.model}' not found`;
    return void json(404, isOllama ? { error: text } : { error: { message: text, code: 'model_not_found' } });
  }
  if (options.noSchema === true && (body.response_format ?? body.format) !== undefined)
    return void json(400, { error: { message: "'response_format.type' must be 'text'" } });
  const prompt = body.messages.map(({ content }) => content).join('\n');
  const tokens = Math.ceil(prompt.length / 4);
  // Ollama's OpenAI route has 4,096, and both its routes cut silently.
  const window = isOllama ? (body.options?.num_ctx ?? 4_096) : style === 'ollama' ? 4_096 : contextTokens;
  if (tokens > window && style !== 'ollama')
    return void json(400, {
      error: { message: `This model's maximum context length is ${window} tokens.`, code: 'context_length_exceeded' },
    });
  const read = tokens > window ? { ...body, messages: [{ role: 'user', content: prompt.slice(-window * 4) }] } : body;
  await stream({ response, cors, isOllama, body: read, options, fault });
}

interface Streaming {
  readonly response: ServerResponse;
  readonly cors: Record<string, string>;
  readonly isOllama: boolean;
  readonly body: ModelRequestBody;
  readonly options: ModelServerOptions;
  readonly fault: ModelFault | undefined;
}

async function stream({ response, cors, isOllama, body, options, fault }: Streaming): Promise<void> {
  const text = (options.answer ?? answerFromPrompt)(body);
  const most = (body.options?.num_predict ?? body.max_tokens ?? Number.POSITIVE_INFINITY) * 4;
  const written = options.ignoresLimit ? text : text.slice(0, most);
  const reason = written.length < text.length ? 'length' : 'stop';
  const tokens = written.match(/[\s\S]{1,7}/g) ?? [];
  const lines = isOllama
    ? [
        ...tokens.map(
          (content) =>
            `${JSON.stringify({ model: body.model, message: { role: 'assistant', content }, done: false })}\n`,
        ),
        `${JSON.stringify({ model: body.model, message: { role: 'assistant', content: '' }, done: true, done_reason: reason })}\n`,
      ]
    : [
        ': keep-alive\n\n',
        ...[{ role: 'assistant', content: '' }, ...tokens.map((content) => ({ content }))].map(
          (delta) =>
            `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`,
        ),
        `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: {}, finish_reason: reason }] })}\n\n`,
        'data: [DONE]\n\n',
      ];
  response.writeHead(200, {
    ...cors,
    'content-type': isOllama ? 'application/x-ndjson' : 'text/event-stream; charset=utf-8',
  });
  const bytes = Buffer.from(lines.join(''));
  const { bytesPerPart = 1_000, partMs = 0 } = options;
  for (let at = 0; at < bytes.length && !response.destroyed; at += bytesPerPart) {
    if (fault?.cutAfter !== undefined && at >= fault.cutAfter) {
      // Lets the client read what was written.
      await new Promise((resolve) => setTimeout(resolve, 50));
      return void response.destroy();
    }
    const end = at + bytesPerPart;
    if (fault?.errorAfter !== undefined && at >= fault.errorAfter) {
      const rest = bytes.subarray(at);
      response.write(rest.subarray(0, rest.indexOf(isOllama ? '\n' : '\n\n') + (isOllama ? 1 : 2)));
      const error = JSON.stringify({ error: 'the runner ended' });
      return void response.end(isOllama ? `${error}\n` : `data: ${error}\n\n`);
    }
    response.write(bytes.subarray(at, end));
    if (partMs > 0) await new Promise((resolve) => setTimeout(resolve, partMs));
    else if (bytesPerPart < 16) await new Promise((resolve) => setImmediate(resolve));
  }
  response.end();
}

/**
 * Answers a question as a careful model would, from the pack in the last message: the first lines that have words of the question, quoted, each with its
 * place. Without the pack, or with a pack that was cut, it knows nothing.
 */
export function answerFromPrompt({ messages, response_format: asked, format }: ModelRequestBody): string {
  const last = messages.at(-1)?.content ?? '';
  const question = /\nQuestion: (.+)\s*$/s.exec(last)?.[1] ?? '';
  const words = (question.toLowerCase().match(/[a-z]{4,}/g) ?? []).filter((word) => !STOP.has(word));
  const places = readPlaces(last)
    .map((place) => ({ ...place, hits: words.filter((word) => place.text.toLowerCase().includes(word)).length }))
    .filter(({ hits, text }) => hits > 0 && text.split(/\s+/).length >= 4)
    .sort((a, b) => b.hits - a.hits)
    .slice(0, 3);
  if (asked !== undefined || format !== undefined)
    return JSON.stringify({
      sentences: places.map(({ text, path, line }) => ({
        text: 'The files say this',
        source: `${path}:${line}`,
        quote: text,
      })),
    });
  if (places.length === 0) return 'The context does not answer this question.';
  return places.map(({ text, path, line }) => `The files say "${text}" (${path}:${line}).`).join('\n\n');
}

const STOP = new Set([
  'what',
  'does',
  'when',
  'which',
  'where',
  'there',
  'that',
  'this',
  'with',
  'from',
  'have',
  'they',
]);

/** Reads the lines of a Markdown pack with their places: `## path:first-last`, then a fence. */
function readPlaces(pack: string): { path: string; line: number; text: string }[] {
  const found: { path: string; line: number; text: string }[] = [];
  let path = '';
  let line = 0;
  let fence = '';
  for (const text of pack.split('\n')) {
    const head = fence === '' ? /^#{2,3} (?:(\S+?):)?(?:lines? )?(\d+)-(\d+)/.exec(text) : null;
    const whole = fence === '' ? /^## (\S+?)(?: \(|$)/.exec(text) : null;
    const marks = /^(`{3,}|~{3,})/.exec(text)?.[1];
    if (head !== null) {
      path = head[1] ?? path;
      line = Number(head[2]);
    } else if (whole !== null) path = whole[1] as string;
    else if (marks !== undefined && (fence === '' || text === fence)) fence = fence === '' ? marks : '';
    else if (fence !== '') {
      const clean = text
        .replace(/^\d+\t/, '')
        .replace(/["“”]/g, '')
        .trim();
      if (clean !== '' && path !== '') found.push({ path, line, text: clean });
      line++;
    }
  }
  return found;
}
