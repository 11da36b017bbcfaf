import { type KeyboardEvent, useEffect, useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import * as css from '../../../kit/field.module.css';
import { SelectField } from '../../../kit/field.tsx';
import * as look from '../../../kit/look.module.css';
import {
  deletePreset,
  followPresets,
  type PresetOptions,
  readPresets,
  savePreset,
} from '../../../state/site-presets.ts';
import { siteWords } from '../../../words/site.ts';
import { words } from '../../../words/words.ts';

interface Props {
  /** Called with the name of the chosen preset and its options, or with an empty name. */
  readonly onChoose: (name: string, options: PresetOptions | undefined) => void;
  /** Reads the options in the form; undefined when one is invalid. */
  readonly readOptions: () => PresetOptions | undefined;
}

/** Saved options: choose, change, save and delete them. */
export function PresetRow({ onChoose, readOptions }: Props) {
  const [presets, setPresets] = useState(readPresets);
  useEffect(() => followPresets(() => setPresets(readPresets())), []);
  const [chosen, setChosen] = useState('');
  const [name, setName] = useState<string>();
  const choose = (next: string, all = presets) => {
    setPresets(all);
    setChosen(next);
    onChoose(next, all.find((preset) => preset.name === next)?.options);
  };
  const save = () => {
    const given = name?.trim() ?? '';
    const options = given === '' ? undefined : readOptions();
    if (options === undefined) return;
    choose(given, savePreset({ name: given, options }));
    setName(undefined);
  };
  const saveByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    save();
  };
  return (
    <div className={look.row} style={{ marginTop: 12, alignItems: 'end' }}>
      <SelectField
        label={siteWords.presets.label}
        value={chosen}
        options={[['', siteWords.presets.none], ...presets.map(({ name: one }) => [one, one] as const)]}
        onChange={(next) => choose(next)}
      />
      {name === undefined ? (
        <>
          <Button label={siteWords.presets.saveAs} onClick={() => setName(chosen)} />
          {chosen !== '' && (
            <Button label={siteWords.presets.remove} onClick={() => choose('', deletePreset(chosen))} />
          )}
        </>
      ) : (
        <>
          <input
            className={css.input}
            style={{ width: 'auto', flex: '1 1 140px' }}
            aria-label={siteWords.presets.name}
            placeholder={siteWords.presets.name}
            maxLength={60}
            // biome-ignore lint/a11y/noAutofocus: the field appears because the user asked to name a preset
            autoFocus
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={saveByEnter}
          />
          <Button label={words.common.save} disabled={name.trim() === ''} onClick={save} />
          <Button label={words.common.cancel} onClick={() => setName(undefined)} />
        </>
      )}
    </div>
  );
}
