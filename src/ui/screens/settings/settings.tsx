import { useState } from 'react';
import { SwitchRow } from '../../parts/controls/switch-row.tsx';
import { preferences, resetPreferences, setPreference } from '../../state/preferences.ts';
import { toHash } from '../../state/route.ts';
import { useSignal } from '../../state/signal.ts';
import { applyTheme, readTheme, type Theme } from '../../state/theme.ts';
import { showToast } from '../../state/toasts.ts';
import { useCurrentCollection } from '../../state/use-current-collection.ts';
import { words } from '../../words/words.ts';
import { AgentCard } from './agent-card.tsx';
import { CollectionSettings } from './collection-settings.tsx';
import { CompanionCard } from './companion-card.tsx';
import { OfflineCard } from './offline-card.tsx';
import { OriginalsCard } from './originals-card.tsx';

export function Settings() {
  const collection = useCurrentCollection();
  return (
    <div className="place">
      <div className="place-inner">
        <h1>{words.settings.title}</h1>
        <ThemeCard />
        <KeyboardCard />
        {'FileSystemObserver' in window && <FoldersCard />}
        {collection === undefined ? (
          <p className="soft">{words.settings.noCollection}</p>
        ) : (
          <CollectionSettings key={`${collection.id}:${collection.generation}`} collection={collection} />
        )}
        {collection !== undefined && <OriginalsCard key={collection.id} collection={collection} />}
        {collection !== undefined && <AgentCard collection={collection} />}
        <OfflineCard />
        <SitesCard />
        <CompanionCard />
        <ReaderCard />
        <ResetCard />
        <p>
          <a href={toHash({ place: 'diagnostics' })}>{words.settings.diagnostics}</a>
          {' · '}
          <a href="licences.txt">{words.settings.licences}</a>
        </p>
      </div>
    </div>
  );
}

function ThemeCard() {
  const [theme, setTheme] = useState<Theme>(readTheme);
  const choose = (name: Theme) => {
    setTheme(name);
    applyTheme(name);
  };
  return (
    <section className="card" aria-label={words.settings.appearance}>
      <h2>{words.settings.appearance}</h2>
      <fieldset className="row" style={{ border: 0, padding: 0, margin: 0 }}>
        <legend className="label">{words.settings.theme}</legend>
        {(Object.keys(words.settings.themes) as Theme[]).map((name) => (
          <label key={name} className="check">
            <input type="radio" name="theme" checked={theme === name} onChange={() => choose(name)} />
            {words.settings.themes[name]}
          </label>
        ))}
      </fieldset>
    </section>
  );
}

function KeyboardCard() {
  const { singleKeys } = useSignal(preferences);
  return (
    <section className="card" aria-label={words.settings.keyboard}>
      <h2>{words.settings.keyboard}</h2>
      <SwitchRow
        label={words.settings.singleKeys}
        hint={words.settings.singleKeysHint}
        isOn={singleKeys}
        onChange={(isOn) => setPreference('singleKeys', isOn)}
      />
    </section>
  );
}

function FoldersCard() {
  const { watchFolders } = useSignal(preferences);
  return (
    <section className="card" aria-label={words.settings.folders}>
      <h2>{words.settings.folders}</h2>
      <SwitchRow
        label={words.settings.watch}
        hint={words.settings.watchHint}
        isOn={watchFolders}
        onChange={(isOn) => setPreference('watchFolders', isOn)}
      />
    </section>
  );
}

function SitesCard() {
  const { resumeSites } = useSignal(preferences);
  return (
    <section className="card" aria-label={words.settings.sites}>
      <h2>{words.settings.sites}</h2>
      <SwitchRow
        label={words.settings.resumeSites}
        hint={words.settings.resumeSitesHint}
        isOn={resumeSites}
        onChange={(isOn) => setPreference('resumeSites', isOn)}
      />
    </section>
  );
}

function ReaderCard() {
  const { readerService } = useSignal(preferences);
  return (
    <section className="card" aria-label={words.settings.reader}>
      <h2>{words.settings.reader}</h2>
      <div className="field">
        <label htmlFor="reader-service">{words.settings.readerLabel}</label>
        <input
          id="reader-service"
          className="input"
          inputMode="url"
          value={readerService}
          aria-describedby="reader-hint"
          onChange={(event) => setPreference('readerService', event.target.value)}
        />
        <span className="hint" id="reader-hint">
          {words.settings.readerHint}
        </span>
      </div>
    </section>
  );
}

function ResetCard() {
  const reset = () => {
    resetPreferences();
    applyTheme('system');
    showToast(words.settings.resetDone);
  };
  return (
    <section className="card" aria-label={words.settings.reset}>
      <h2>{words.settings.reset}</h2>
      <div className="row">
        <button type="button" className="button" onClick={reset}>
          {words.settings.resetButton}
        </button>
        <span className="hint">{words.settings.resetHint}</span>
      </div>
    </section>
  );
}
