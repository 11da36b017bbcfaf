import { ask } from '../answer/ask.ts';
import type { Model, ModelServer } from '../answer/contract.ts';
import { findUnsupported } from '../answer/find-unsupported.ts';
import { createModelServers } from '../answer/model-servers.ts';
import { markOutside } from '../answer/outside-pack.ts';
import { parseServerAddress } from '../answer/server-address.ts';
import type { Engine, PackAnswer } from '../engine/contract.ts';
import { Refusal, UsageError } from './problems.ts';

export interface CheckedAnswer {
  readonly answer: string;
  readonly citations: readonly {
    readonly text: string;
    readonly path?: string | undefined;
    readonly lines?: readonly [number, number] | undefined;
    readonly status: string;
  }[];
  /** Sentences without a source. */
  readonly unsupported: readonly string[];
  /** Why the answer is not whole. */
  readonly cut?: string;
}

interface AskOptions {
  readonly collectionId: string;
  readonly model: Model;
  readonly budgetTokens: number;
}

/** Asks a model a question with a pack, and checks every source of the answer. */
export async function askModel(engine: Engine, query: string, options: AskOptions): Promise<CheckedAnswer> {
  const { collectionId, model, budgetTokens } = options;
  let pack: PackAnswer | undefined;
  const { text, citations, why } = await ask({
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
  });
  return {
    answer: text,
    citations: citations.map((citation) => ({
      text: citation.text,
      path: citation.path,
      lines: citation.lines,
      status: citation.isOutside ? 'not in the pack' : citation.verdict,
    })),
    unsupported: findUnsupported(text, citations).map(({ start, end }) => text.slice(start, end)),
    ...(why === 'end' ? {} : { cut: why }),
  };
}

/** Finds a model of the server at this address. */
export async function openModel(address: string, name: string, key: string | undefined): Promise<Model> {
  const base = parseServerAddress(address);
  if (base === undefined) throw new UsageError('--endpoint is not a web address');
  const server: ModelServer = { base, key };
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
