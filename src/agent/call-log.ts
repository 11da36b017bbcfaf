import type { AgentCall, AgentSwitch } from '../model/page/agent-switch.ts';

const MAX_CALLS = 500;

type CallLog = AgentSwitch['calls'] & { add(call: AgentCall): void };

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
