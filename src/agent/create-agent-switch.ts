import type { Engine } from '../engine/contract.ts';
import { createListeners } from '../lib/listeners.ts';
import type { Collection } from '../model/collection.ts';
import type { AgentCall, AgentSwitch } from '../model/page/agent-switch.ts';
import type { CrawlStatus } from '../model/site/site.ts';
import { createAgentTools } from './create-agent-tools.ts';
import { findModelContext, type ModelContext } from './model-context.ts';

interface AgentParts {
  readonly engine: Engine;
  listCrawls(collectionId: string): Promise<readonly CrawlStatus[]>;
  readonly modelContext?: ModelContext;
}

/** Carries the id of a collection whose switch changed to the other tabs. */
const CHANNEL = 'quire-agents';

/**
 * Registers the tools while at least one collection is switched on; undefined if the browser has no WebMCP. Every call reads the stored switch, so
 * that switching off in one tab applies to all tabs, even to one that missed the message.
 */
export async function createAgentSwitch(parts: AgentParts): Promise<AgentSwitch | undefined> {
  const context = parts.modelContext ?? findModelContext();
  if (context === undefined) return undefined;
  const { engine } = parts;
  const enabled = new Set<string>();
  const listeners = createListeners();
  const calls = createCallLog();
  const channel = new BroadcastChannel(CHANNEL);
  let registered: AbortController | undefined;

  /** A published collection is public unless it has a key: agents may read it until the user switches that off. */
  async function isStoredOn({ id, publishedAt }: Pick<Collection, 'id' | 'publishedAt'>): Promise<boolean> {
    const { agents, agentsDenied } = await engine.readChoices(id);
    return agents || (publishedAt !== undefined && !id.includes('#key=') && !agentsDenied);
  }

  async function readStored(collectionId: string): Promise<boolean> {
    const collection = (await engine.listCollections()).find(({ id }) => id === collectionId);
    return collection !== undefined && isStoredOn(collection);
  }

  async function isAllowed(collectionId: string): Promise<boolean> {
    return enabled.has(collectionId) && readStored(collectionId);
  }

  async function apply(collectionId: string, on: boolean): Promise<void> {
    if (on) enabled.add(collectionId);
    else enabled.delete(collectionId);
    listeners.emit();
    await updateTools();
  }

  async function updateTools(): Promise<void> {
    if (enabled.size > 0 && registered === undefined) {
      registered = new AbortController();
      const tools = createAgentTools({ ...parts, isAllowed, onCall: calls.add });
      for (const tool of tools) await context?.registerTool(tool, { signal: registered.signal });
    }
    if (enabled.size === 0) {
      registered?.abort();
      registered = undefined;
    }
  }

  for (const collection of await engine.listCollections()) if (await isStoredOn(collection)) enabled.add(collection.id);
  await updateTools();
  channel.addEventListener('message', ({ data }: MessageEvent<string>) => {
    readStored(data).then(
      (on) => apply(data, on),
      () => apply(data, false),
    );
  });
  return {
    calls,
    isEnabled: (collectionId) => enabled.has(collectionId),
    subscribe: listeners.subscribe,
    async setEnabled(collectionId, on) {
      if (!on) enabled.delete(collectionId);
      await engine.writeChoices(collectionId, { agents: on });
      channel.postMessage(collectionId);
      await apply(collectionId, on);
    },
  };
}

const MAX_CALLS = 500;

type CallLog = AgentSwitch['calls'] & { add(call: AgentCall): void };

function createCallLog(): CallLog {
  const listeners = createListeners();
  let calls: readonly AgentCall[] = [];
  return {
    add(call) {
      calls = [call, ...calls].slice(0, MAX_CALLS);
      listeners.emit();
    },
    list: () => calls,
    subscribe: listeners.subscribe,
  };
}
