import { describe, expect, test } from 'vitest';
import type { ChatRequest, ModelServer, ServerModel } from '../../../src/answer/contract.ts';
import { createModelServers } from '../../../src/answer/model-servers.ts';
import { type ModelServerOptions, startModelServer } from '../../support/model-server.ts';

const TEXT = 'Pears — “Birnen”, 梨 and 🍐 — ripen in September. '.repeat(12);
const REQUEST: ChatRequest = {
  messages: [{ role: 'user', content: 'What ripens?' }],
  answerTokens: 2_000,
  windowTokens: 8_192,
};

async function withServer<T>(
  options: ModelServerOptions,
  work: (parts: {
    service: ReturnType<typeof createModelServers>;
    server: ModelServer;
    stub: Awaited<ReturnType<typeof startModelServer>>;
    model: ServerModel;
  }) => Promise<T>,
): Promise<T> {
  const stub = await startModelServer({ answer: () => TEXT, ...options });
  const style = options.style ?? 'openai';
  try {
    const service = createModelServers((url, init) => fetch(url, { ...init, redirect: 'error' }));
    return await work({ service, server: { base: stub.origin }, stub, model: { name: 'quill:7b', kind: style } });
  } finally {
    await stub.close();
  }
}

async function chat(options: ModelServerOptions, request: Partial<ChatRequest> = {}) {
  return withServer(options, async ({ service, server, stub, model }) => {
    let text = '';
    const end = await service
      .chat({ ...REQUEST, ...request, server, model }, (part) => {
        text += part;
      })
      .catch((error: { code: string }) => error);
    return { text, end, body: stub.chats()[0]?.body };
  });
}

describe.each(['openai', 'ollama'] as const)('the protocol of %s', (style) => {
  test.each([1, 2, 3, 7, 100_000])(
    'an answer in parts of %i bytes arrives whole, whatever the parts split',
    async (bytesPerPart) => {
      expect(await chat({ style, bytesPerPart })).toMatchObject({ text: TEXT, end: { why: 'end' } });
    },
  );

  test('an answer that is longer than allowed says so', async () => {
    const { text, end } = await chat({ style }, { answerTokens: 10 });
    expect(end).toEqual({ why: 'length' });
    expect(TEXT.startsWith(text) && text.length > 0).toBe(true);
  });

  test('a connection that breaks keeps what arrived, and says that it was cut', async () => {
    const { text, end } = await chat({ style, bytesPerPart: 300, fault: () => ({ cutAfter: 1_500 }) });
    expect(end).toEqual({ why: 'cut' });
    expect(TEXT.startsWith(text) && text.length > 0).toBe(true);
  });

  test('an error in the middle of the stream is an error', async () => {
    const { end } = await chat({ style, bytesPerPart: 300, fault: () => ({ errorAfter: 1_500 }) });
    expect(end).toMatchObject({ code: 'answer/server-error' });
  });

  test.each([
    [{ status: 404, error: "model 'quill:7b' not found, try pulling it first" }, 'answer/unknown-model'],
    [{ status: 400, error: 'the request exceeds the available context size' }, 'answer/context-too-long'],
    [{ status: 403, error: 'no' }, 'answer/refused'],
    [{ status: 500, error: 'no' }, 'answer/server-error'],
    [{ body: '<!doctype html>Sign in', type: 'text/html' }, 'answer/not-a-server'],
    [{ body: 'not { json', type: 'application/json' }, 'answer/not-a-server'],
    [{ location: 'http://127.0.0.1:9/elsewhere' }, 'answer/unreachable'],
  ])('%o is %s', async (fault, code) => {
    const { end } = await chat({ style, fault: () => fault });
    expect(end).toMatchObject({ code });
    expect(JSON.stringify(end)).not.toContain('available context');
  });

  test('a stopped chat ends, and the server sees the connection close', async () => {
    await withServer({ style, bytesPerPart: 20, partMs: 20 }, async ({ service, server, stub, model }) => {
      const end = await service.chat({ ...REQUEST, server, model }, () => service.stop());
      expect(end).toEqual({ why: 'stopped' });
      await expect.poll(() => stub.chats()[0]?.wasStopped).toBe(true);
    });
  });

  test('the thoughts in front of an answer are not part of it', async () => {
    const answer = () => '<think>The user wants pears.\n</think>\n\nPears ripen.';
    expect((await chat({ style, answer, bytesPerPart: 1 })).text).toBe('Pears ripen.');
    expect((await chat({ style, answer: () => '<thin walls are thin' })).text).toBe('<thin walls are thin');
  });

  test('a schema is sent in the way of the server', async () => {
    const schema = { type: 'object' };
    const { body } = await chat({ style }, { schema });
    expect(style === 'ollama' ? body?.format : body?.response_format?.json_schema.schema).toEqual(schema);
  });
});

test('Ollama is told the length of the context', async () => {
  const { body } = await chat({ style: 'ollama' });
  expect(body?.options).toMatchObject({ num_ctx: 8_192, num_predict: 2_000 });
});

test('a server that does not stream answers all the same', async () => {
  const body = JSON.stringify({
    choices: [{ message: { role: 'assistant', content: 'Pears.' }, finish_reason: 'stop' }],
  });
  const { text, end } = await chat({ fault: () => ({ body, type: 'application/json' }) });
  expect({ text, end }).toEqual({ text: 'Pears.', end: { why: 'end' } });
});

test.each([
  ['ollama', ['/v1/models', '/api/version', '/api/show']],
  ['lm-studio', ['/v1/models', '/api/v0/models']],
  ['llama.cpp', ['/v1/models', '/props']],
  ['vllm', ['/v1/models']],
] as const)('%s is known by its models, and says how much they take', async (style, paths) => {
  await withServer({ style, contextTokens: 12_345 }, async ({ service, server, stub }) => {
    const [model] = await service.listModels(server);
    expect(model).toMatchObject({ name: 'quill:7b', kind: style });
    expect((await service.describe(server, model as ServerModel)).contextTokens).toBe(12_345);
    expect(stub.requests.map(({ path }) => path)).toEqual(paths);
  });
});

test('a key goes with each request, and a service with a key gets no request beyond the protocol', async () => {
  await withServer({ key: 'sk-1' }, async ({ service, server, stub }) => {
    await expect(service.listModels(server)).rejects.toMatchObject({ code: 'answer/refused' });
    expect(await service.listModels({ ...server, key: 'sk-1' })).toEqual([{ name: 'quill:7b', kind: 'openai' }]);
    expect(stub.requests.map(({ path }) => path)).toEqual(['/v1/models', '/v1/models']);
  });
});

test('a server that is not there is unreachable', async () => {
  const service = createModelServers(fetch);
  await expect(service.listModels({ base: 'http://127.0.0.1:9' })).rejects.toMatchObject({
    code: 'answer/unreachable',
  });
});
