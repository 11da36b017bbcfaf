import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { TextField } from '../../kit/field.tsx';
import { SwitchRow } from '../../kit/switch-row.tsx';
import { preferences, resetPreferences, setPreference } from '../../state/preferences.ts';
import { toHash } from '../../state/route.ts';
import { useSignal } from '../../state/signal.ts';
import { applyTheme, readTheme, type Theme } from '../../state/theme.ts';
import { showToast } from '../../state/toasts.ts';
import { useCurrentCollection } from '../../state/use-current-collection.ts';
import { words } from '../../words/words.ts';
import { AgentCard } from './agent-card.tsx';
import { CollectionSettings } from './collection-settings.tsx';
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
    <Card title={words.settings.appearance}>
      <fieldset className="row" style={{ border: 0, padding: 0, margin: 0 }}>
        <legend className="label">{words.settings.theme}</legend>
        {(Object.keys(words.settings.themes) as Theme[]).map((name) => (
          <label key={name} className="check">
            <input type="radio" name="theme" checked={theme === name} onChange={() => choose(name)} />
            {words.settings.themes[name]}
          </label>
        ))}
      </fieldset>
    </Card>
  );
}

function KeyboardCard() {
  const { singleKeys } = useSignal(preferences);
  return (
    <Card title={words.settings.keyboard}>
      <SwitchRow
        label={words.settings.singleKeys}
        hint={words.settings.singleKeysHint}
        isOn={singleKeys}
        onChange={(isOn) => setPreference('singleKeys', isOn)}
      />
    </Card>
  );
}

function FoldersCard() {
  const { watchFolders } = useSignal(preferences);
  return (
    <Card title={words.settings.folders}>
      <SwitchRow
        label={words.settings.watch}
        hint={words.settings.watchHint}
        isOn={watchFolders}
        onChange={(isOn) => setPreference('watchFolders', isOn)}
      />
    </Card>
  );
}

function SitesCard() {
  const { resumeSites } = useSignal(preferences);
  return (
    <Card title={words.settings.sites}>
      <SwitchRow
        label={words.settings.resumeSites}
        hint={words.settings.resumeSitesHint}
        isOn={resumeSites}
        onChange={(isOn) => setPreference('resumeSites', isOn)}
      />
    </Card>
  );
}

function ReaderCard() {
  const { readerService } = useSignal(preferences);
  return (
    <Card title={words.settings.reader}>
      <TextField
        label={words.settings.readerLabel}
        hint={words.settings.readerHint}
        inputMode="url"
        value={readerService}
        onChange={(text) => setPreference('readerService', text)}
      />
    </Card>
  );
}

function ResetCard() {
  const reset = () => {
    resetPreferences();
    applyTheme('system');
    showToast(words.settings.resetDone);
  };
  return (
    <Card title={words.settings.reset}>
      <div className="row">
        <Button label={words.settings.resetButton} onClick={reset} />
        <span className="hint">{words.settings.resetHint}</span>
      </div>
    </Card>
  );
}
