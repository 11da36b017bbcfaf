import type { AgentToolName } from '../schema/agent-tools.ts';

/** Agents in the browser, and the collections they may use. */
export interface AgentSwitch {
  isEnabled(collectionId: string): boolean;
  setEnabled(collectionId: string, enabled: boolean): Promise<void>;
  /** Reports every change of the switch, in this tab and in others. */
  subscribe(listener: () => void): () => void;
  /** Agent calls in this session, newest first; the same list until there is another. */
  readonly calls: { list(): readonly AgentCall[]; subscribe(listener: () => void): () => void };
}

/** One call of an agent. Input and output are not kept: they may contain anything. */
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
