import { useCallback, useState, useSyncExternalStore } from 'react';
import type { Collection } from '../../../model/collection.ts';
import type { AgentSwitch } from '../../../model/page/agent-switch.ts';
import { parseUrl } from '../../../site/web-address.ts';
import { canPickFolder } from '../../inputs/pick-folder.ts';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import * as fieldCss from '../../kit/field.module.css';
import { SwitchRow, TextField } from '../../kit/field.tsx';
import { usePreference } from '../../kit/hooks.ts';
import * as look from '../../kit/look.module.css';
import { TableHead } from '../../kit/table-head.tsx';
import { useLoaded } from '../../kit/use-loaded.ts';
import { OfflineStatus } from '../../parts/dialogs/app-dialogs.tsx';
import { Place } from '../../parts/shell/place.tsx';
import { startJob } from '../../state/actions/run-job.ts';
import { useApp } from '../../state/context.ts';
import { toHash } from '../../state/route.ts';
import { useSignal } from '../../state/signal.ts';
import { applyTheme, currentTheme, type Theme } from '../../state/theme.ts';
import { useCompanion } from '../../state/use-companion.ts';
import { useCurrentCollection, useIsReading } from '../../state/use-current-collection.ts';
import { formatClock, formatCount } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { settingsWords } from '../../words/settings.ts';
import { statusWords } from '../../words/status.ts';
import { words } from '../../words/words.ts';
import { CollectionSettings } from './collection-settings.tsx';

export function Settings() {
  const collection = useCurrentCollection();
  return (
    <Place title={words.places.settings}>
      <ThemeCard />
      <SwitchCard name="singleKeys" />
      {canPickFolder() === 'handle' && <SwitchCard name="watchFolders" />}
      {collection === undefined ? (
        <p className={look.soft}>{settingsWords.noCollection}</p>
      ) : (
        <CollectionSettings key={`${collection.id}:${collection.generation}`} collection={collection} />
      )}
      {collection !== undefined && <OriginalsCard key={collection.id} collection={collection} />}
      {collection !== undefined && <AgentCard collection={collection} />}
      <OfflineCard />
      <SwitchCard name="resumeSites" />
      <CompanionCard />
      <ReaderCard />
      <ResetCard />
      <p>
        <a href={toHash({ place: 'diagnostics' })}>{words.places.diagnostics}</a>
        {' · '}
        <a href="licences.txt">{settingsWords.licences}</a>
      </p>
    </Place>
  );
}

function ThemeCard() {
  const theme = useSignal(currentTheme);
  return (
    <Card title={settingsWords.appearance}>
      <fieldset className={look.row}>
        <legend className={look.label}>{settingsWords.theme}</legend>
        {(Object.keys(settingsWords.themes) as Theme[]).map((name) => (
          <label key={name} className={fieldCss.check}>
            <input type="radio" name="theme" checked={theme === name} onChange={() => applyTheme(name)} />
            {settingsWords.themes[name]}
          </label>
        ))}
      </fieldset>
    </Card>
  );
}

function SwitchCard({ name }: { readonly name: keyof typeof settingsWords.switches }) {
  const [isOn, setOn] = usePreference(name);
  const { title, label, hint } = settingsWords.switches[name];
  return (
    <Card title={title}>
      <SwitchRow label={label} hint={hint} isOn={isOn} onChange={setOn} />
    </Card>
  );
}

function ReaderCard() {
  const app = useApp();
  const { toasts } = app.state;
  const [saved, setSaved] = usePreference('readerService');
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState('');
  const change = (text: string) => {
    setTyped(text);
    setProblem('');
  };
  const save = async () => {
    const address = (typed ?? saved).trim();
    if (address !== '' && !/^https?:$/.test(parseUrl(address)?.protocol ?? ''))
      return setProblem(settingsWords.readerInvalid);
    setSaved(address);
    setTyped(undefined);
    if (address === '') return toasts.show(settingsWords.readerOff);
    const isThere = await app.connection.sites?.hasReader(address).catch(() => false);
    if (isThere) toasts.show(settingsWords.readerAnswers);
    else setProblem(settingsWords.readerSilent);
  };
  return (
    <Card title={settingsWords.reader}>
      <TextField
        label={settingsWords.readerLabel}
        hint={settingsWords.readerHint}
        problem={problem}
        inputMode="url"
        value={typed ?? saved}
        onChange={change}
      />
      <Button label={settingsWords.readerSave} onClick={save} />
    </Card>
  );
}

function ResetCard() {
  const { preferences, toasts } = useApp().state;
  const reset = () => {
    preferences.reset();
    applyTheme('system');
    toasts.show(settingsWords.resetDone);
  };
  return (
    <Card title={settingsWords.reset}>
      <div className={look.row}>
        <Button label={settingsWords.resetButton} onClick={reset} />
        <span className={look.hint}>{settingsWords.resetHint}</span>
      </div>
    </Card>
  );
}

/** Setting to store documents with their text, and the space that takes. Empty when the collection has no documents. */
function OriginalsCard({ collection }: { readonly collection: Collection }) {
  const app = useApp();
  const { engine } = app.connection;
  const isBusy = useIsReading(collection.id);
  const { value: documents = [] } = useLoaded(
    () => engine.listFiles(collection.id, { kind: ['document'] }),
    [engine, collection.id],
    { onFailure: 'ignore' },
  );
  const documentBytes = documents.reduce((sum, { bytes }) => sum + bytes, 0);
  if (documents.length === 0 || collection.publishedAt !== undefined) return null;
  const change = (keep: boolean) =>
    startJob(app, { collectionId: collection.id, type: 'ingest' }, async (jobId) => {
      await engine.keepOriginals(collection.id, keep, jobId);
      app.state.toasts.show(keep ? settingsWords.originalsKept : settingsWords.originalsDropped, { tone: 'ok' });
    });
  return (
    <Card title={settingsWords.originals}>
      <SwitchRow
        label={settingsWords.originalsLabel(documents.length, documentBytes)}
        hint={settingsWords.originalsHint}
        isOn={collection.textsOnly !== true}
        disabled={isBusy || collection.readOnly === true}
        onChange={(keep) => void change(keep)}
      />
    </Card>
  );
}

function OfflineCard() {
  return (
    <Card title={statusWords.offline}>
      <OfflineStatus />
    </Card>
  );
}

function CompanionCard() {
  const status = useCompanion();
  return (
    <Card title={settingsWords.companion}>
      {status === undefined ? (
        <p className={look.soft}>{settingsWords.companionMissing}</p>
      ) : (
        <>
          <p>{settingsWords.companionHere(status.version, status.origins.length)}</p>
          <ul>
            {status.origins.map((origin) => (
              <li key={origin} className={look.mono}>
                {origin}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

/** The switch for agent access: off at first, one per collection, the same in every tab. */
function AgentCard({ collection }: { readonly collection: Collection }) {
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

/** Calls of agents: tool, collection, size of the answer. */
function AgentCalls({ calls }: { readonly calls: AgentSwitch['calls'] }) {
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
