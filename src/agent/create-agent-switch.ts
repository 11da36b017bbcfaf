import type { Engine } from '../engine/contract.ts';
import type { CrawlStatus } from '../model/site/site.ts';
import { type CallLog, createCallLog } from './call-log.ts';
import { createTools } from './create-tools.ts';
import { findModelContext, type ModelContext } from './model-context.ts';

export interface AgentSwitch {
  isEnabled(collectionId: string): boolean;
  setEnabled(collectionId: string, enabled: boolean): Promise<void>;
  /** What agents did since the page was opened. */
  readonly calls: Pick<CallLog, 'list' | 'subscribe'>;
}

export interface AgentParts {
  readonly engine: Engine;
  listCrawls(collectionId: string): Promise<readonly CrawlStatus[]>;
  readonly modelContext?: ModelContext;
}

/** Tools are there while at least one collection is switched on; undefined where the browser has no WebMCP. */
export async function createAgentSwitch(parts: AgentParts): Promise<AgentSwitch | undefined> {
  const context = parts.modelContext ?? findModelContext();
  if (context === undefined) return undefined;
  const { engine } = parts;
  const enabled = new Set<string>();
  const calls = createCallLog();
  // What was published is public: where the page was published with it, agents may read it until that is switched off. The person's own
  // collections wait for their switch.
  for (const { id, publishedAt } of await engine.listCollections()) {
    const { agents, agentsDenied } = await engine.readChoices(id);
    if (agents || (publishedAt !== undefined && !agentsDenied)) enabled.add(id);
  }
  let registered: AbortController | undefined;

  async function apply(): Promise<void> {
    if (enabled.size > 0 && registered === undefined) {
      registered = new AbortController();
      const tools = createTools({ ...parts, isEnabled: (id) => enabled.has(id), onCall: calls.add });
      for (const tool of tools) await context?.registerTool(tool, { signal: registered.signal });
    }
    if (enabled.size === 0) {
      registered?.abort();
      registered = undefined;
    }
  }

  await apply();
  return {
    calls,
    isEnabled: (collectionId) => enabled.has(collectionId),
    async setEnabled(collectionId, on) {
      if (on) enabled.add(collectionId);
      else enabled.delete(collectionId);
      await engine.writeChoices(collectionId, { agents: on });
      await apply();
    },
  };
}
