import { useSyncExternalStore } from 'react';
import type { AgentSwitch } from '../../../model/page/agent-switch.ts';
import * as look from '../../kit/look.module.css';
import { TableHead } from '../../kit/table-head.tsx';
import { useApp } from '../../state/context.ts';
import { useSignal } from '../../state/signal.ts';
import { formatClock, formatCount } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { settingsWords } from '../../words/settings.ts';

/** Calls of agents: tool, collection, size of the answer. */
export function AgentCalls({ calls }: { readonly calls: AgentSwitch['calls'] }) {
  const rows = useSyncExternalStore(calls.subscribe, calls.list);
  const collections = useSignal(useApp().state.collections) ?? [];
  const { agentCallColumns, agentOutcomes } = settingsWords;
  const nameOf = (id: string | undefined): string =>
    toShortName(collections.find((collection) => collection.id === id)?.name ?? '–');
  if (rows.length === 0) return <p className={look.note}>{settingsWords.agentCallsNone}</p>;
  return (
    <details>
      <summary>
        {settingsWords.agentCalls}: {formatCount(rows.length)}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className={look.tableScroll} tabIndex={0} aria-label={settingsWords.agentCalls}>
        <table className={look.table}>
          <TableHead columns={Object.values(agentCallColumns)} />
          <tbody>
            {rows.map((row, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows only ever come in front
              <tr key={rows.length - i}>
                <td className={look.num}>{formatClock(row.time)}</td>
                <td className={look.mono}>{row.tool}</td>
                <td className={look.name}>{nameOf(row.collectionId)}</td>
                <td className={look.num}>{formatCount(row.chars)}</td>
                <td className={look.num}>{formatCount(row.ms)}</td>
                <td>{agentOutcomes[row.outcome]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
