import { readFile, writeFile } from 'node:fs/promises';
import { ask } from '../../src/answer/ask.ts';
import type { Model, ModelServer } from '../../src/answer/contract.ts';
import { findUnsupported } from '../../src/answer/find-unsupported.ts';
import { createModelServers } from '../../src/answer/model-servers.ts';
import { markOutside } from '../../src/answer/outside-pack.ts';
import { parseServerAddress } from '../../src/answer/server-address.ts';
import type { PackAnswer } from '../../src/engine/contract.ts';
import { getNumber, getOnly, getOption, parseArguments, Refusal, UsageError } from './arguments.ts';
import { createNodeEngine, openAny } from './node-engine.ts';
import { parseQueries } from './search.ts';

const BUDGET_TOKENS = 8_000;

/**
 * `ask <dir|zip|index.json> --queries q.jsonl --endpoint <url> --model <name> [--budget n] [--key <text>] --out answers.jsonl`: asks a model server
 * each question with a pack, and writes a line per question with the answer and its checks. A question that fails has its code as `error`.
 */
export async function runAsk(args: readonly string[]): Promise<undefined> {
  const parsed = parseArguments(args, [], ['queries', 'endpoint', 'model', 'budget', 'key', 'out']);
  const path = getOnly(parsed, 'directory, archive or index.json');
  const base = parseServerAddress(getOption(parsed, 'endpoint'));
  if (base === undefined) throw new UsageError('--endpoint is not a web address');
  const name = getOption(parsed, 'model');
  const budgetTokens = parsed.options.has('budget') ? getNumber(parsed, 'budget') : BUDGET_TOKENS;
  const queries = parseQueries(await readFile(getOption(parsed, 'queries'), 'utf8'));
  const out = getOption(parsed, 'out');
  const model = await openModel({ base, key: parsed.options.get('key') }, name);
  const { engine } = await createNodeEngine();
  const collectionId = await openAny(engine, path);
  const lines: string[] = [];
  for (const { id, text: query } of queries) {
    let pack: PackAnswer | undefined;
    const row = await ask({
      model,
      budgetTokens,
      makePack: async (tokens) => {
        const shape = { format: 'markdown', counter: 'o200k', detail: 'signatures', mask: true } as const;
        pack = await engine.makePack({ collectionId, query, budgetTokens: tokens, ...shape });
        return pack.items.length === 0 ? undefined : pack;
      },
      check: async (answer) => {
        const found = await engine.checkCitations({ collectionId, answer, jobId: 'ask', isQuiet: true });
        return pack === undefined ? found.citations : markOutside(found, pack);
      },
      signal: new AbortController().signal,
    }).then(
      ({ text, citations, why }) => ({
        answer: text,
        citations: citations.map((citation) => ({
          text: citation.text,
          path: citation.path,
          lines: citation.lines,
          status: citation.isOutside ? 'not in the pack' : citation.verdict,
        })),
        unsupported: findUnsupported(text, citations).map(({ start, end }) => text.slice(start, end)),
        ...(why === 'end' ? {} : { cut: why }),
      }),
      (error: { code?: string }) => ({
        answer: '',
        citations: [],
        unsupported: [],
        error: error.code ?? 'app/unexpected',
      }),
    );
    lines.push(`${JSON.stringify({ id, ...row })}\n`);
  }
  await writeFile(out, lines.join(''));
}

async function openModel(server: ModelServer, name: string): Promise<Model> {
  const servers = createModelServers((url, init) => fetch(url, { ...init, redirect: 'error' }));
  const models = await servers.listModels(server);
  const found = models.find((one) => one.name === name);
  if (found === undefined)
    throw new Refusal(`the server has no model ${name}; it has ${models.map((one) => one.name).join(', ')}`);
  const model = await servers.describe(server, found);
  const { contextTokens } = model;
  return {
    name,
    host: new URL(server.base).host,
    contextTokens,
    chat: (request, onText) => servers.chat({ ...request, server, model }, onText),
  };
}
