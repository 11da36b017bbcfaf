import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { TextField } from '../../kit/field.tsx';
import { SwitchRow } from '../../kit/switch-row.tsx';
import { usePreference } from '../../kit/use-preference.ts';
import { useApp } from '../../state/context.ts';
import { toHash } from '../../state/route.ts';
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
        <SwitchCard
          name="singleKeys"
          title={words.settings.keyboard}
          label={words.settings.singleKeys}
          hint={words.settings.singleKeysHint}
        />
        {'FileSystemObserver' in window && (
          <SwitchCard
            name="watchFolders"
            title={words.settings.folders}
            label={words.settings.watch}
            hint={words.settings.watchHint}
          />
        )}
        {collection === undefined ? (
          <p className="soft">{words.settings.noCollection}</p>
        ) : (
          <CollectionSettings key={`${collection.id}:${collection.generation}`} collection={collection} />
        )}
        {collection !== undefined && <OriginalsCard key={collection.id} collection={collection} />}
        {collection !== undefined && <AgentCard collection={collection} />}
        <OfflineCard />
        <SwitchCard
          name="resumeSites"
          title={words.settings.sites}
          label={words.settings.resumeSites}
          hint={words.settings.resumeSitesHint}
        />
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

interface SwitchCardProps {
  readonly name: 'singleKeys' | 'watchFolders' | 'resumeSites';
  readonly title: string;
  readonly label: string;
  readonly hint: string;
}

function SwitchCard({ name, title, label, hint }: SwitchCardProps) {
  const [isOn, setOn] = usePreference(name);
  return (
    <Card title={title}>
      <SwitchRow label={label} hint={hint} isOn={isOn} onChange={setOn} />
    </Card>
  );
}

function ReaderCard() {
  const [readerService, setReaderService] = usePreference('readerService');
  return (
    <Card title={words.settings.reader}>
      <TextField
        label={words.settings.readerLabel}
        hint={words.settings.readerHint}
        inputMode="url"
        value={readerService}
        onChange={setReaderService}
      />
    </Card>
  );
}

function ResetCard() {
  const { preferences } = useApp().state;
  const reset = () => {
    preferences.reset();
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
