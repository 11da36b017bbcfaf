import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import * as css from '../../kit/field.module.css';
import { TextField } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { SwitchRow } from '../../kit/switch-row.tsx';
import { usePreference } from '../../kit/use-preference.ts';
import { Place } from '../../parts/shell/place.tsx';
import { useApp } from '../../state/context.ts';
import { toHash } from '../../state/route.ts';
import { applyTheme, readTheme, type Theme } from '../../state/theme.ts';
import { useCurrentCollection } from '../../state/use-current-collection.ts';
import { settingsWords } from '../../words/settings.ts';
import { words } from '../../words/words.ts';
import { AgentCard } from './agent-card.tsx';
import { CollectionSettings } from './collection-settings.tsx';
import { CompanionCard } from './companion-card.tsx';
import { OfflineCard } from './offline-card.tsx';
import { OriginalsCard } from './originals-card.tsx';

export function Settings() {
  const collection = useCurrentCollection();
  return (
    <Place title={words.places.settings}>
      <ThemeCard />
      <SwitchCard name="singleKeys" />
      {'FileSystemObserver' in window && <SwitchCard name="watchFolders" />}
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
  const [theme, setTheme] = useState<Theme>(readTheme);
  const choose = (name: Theme) => {
    setTheme(name);
    applyTheme(name);
  };
  return (
    <Card title={settingsWords.appearance}>
      <fieldset className={look.row}>
        <legend className={look.label}>{settingsWords.theme}</legend>
        {(Object.keys(settingsWords.themes) as Theme[]).map((name) => (
          <label key={name} className={css.check}>
            <input type="radio" name="theme" checked={theme === name} onChange={() => choose(name)} />
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
  const [readerService, setReaderService] = usePreference('readerService');
  return (
    <Card title={settingsWords.reader}>
      <TextField
        label={settingsWords.readerLabel}
        hint={settingsWords.readerHint}
        inputMode="url"
        value={readerService}
        onChange={setReaderService}
      />
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
