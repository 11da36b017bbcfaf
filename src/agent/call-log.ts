import type { AgentToolName } from '../model/schema/agent-tools.ts';

/** One call of an agent: time, tool and outcome. Input and output are not kept: they may contain anything. */
export interface AgentCall {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly tool: AgentToolName;
  /** Id of the named collection, if it exists and is open to agents. */
  readonly collectionId?: string;
  readonly ms: number;
  /** Length of the answer in characters. */
  readonly chars: number;
  readonly outcome: AgentOutcome;
}

export type AgentOutcome = 'answered' | 'bad-input' | 'refused' | 'failed';

const MAX_CALLS = 500;

export interface CallLog {
  add(call: AgentCall): void;
  /** Newest first; the same list until a call is added. */
  list(): readonly AgentCall[];
  subscribe(listener: () => void): () => void;
}

export function createCallLog(): CallLog {
  const listeners = new Set<() => void>();
  let calls: readonly AgentCall[] = [];
  return {
    add(call) {
      calls = [call, ...calls].slice(0, MAX_CALLS);
      for (const listener of [...listeners]) listener();
    },
    list: () => calls,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
