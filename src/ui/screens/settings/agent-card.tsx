import { useCallback, useSyncExternalStore } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { Card } from '../../kit/card.tsx';
import * as look from '../../kit/look.module.css';
import { SwitchRow } from '../../kit/switch-row.tsx';
import { useApp } from '../../state/context.ts';
import { settingsWords } from '../../words/settings.ts';
import { AgentCalls } from './agent-calls.tsx';

/** The switch for agent access: off at first, one per collection, the same in every tab. */
export function AgentCard({ collection }: { readonly collection: Collection }) {
  const { connection, state } = useApp();
  const { agent } = connection;
  const isOn = useSyncExternalStore(
    useCallback((listener) => agent?.subscribe(listener) ?? (() => {}), [agent]),
    () => agent?.isEnabled(collection.id) ?? false,
  );
  const change = (next: boolean) => void agent?.setEnabled(collection.id, next).catch(state.report);
  return (
    <Card title={settingsWords.agents}>
      {agent === undefined ? (
        <p className={look.soft}>{settingsWords.agentsMissing}</p>
      ) : (
        <>
          <SwitchRow
            label={settingsWords.agentsLabel}
            hint={collection.publishedAt === undefined ? settingsWords.agentsHint : settingsWords.agentsPublicHint}
            isOn={isOn}
            onChange={change}
          />
          <AgentCalls calls={agent.calls} />
        </>
      )}
    </Card>
  );
}
