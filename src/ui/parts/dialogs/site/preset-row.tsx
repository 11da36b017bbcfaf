import { type KeyboardEvent, useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import * as css from '../../../kit/field.module.css';
import { SelectField } from '../../../kit/field.tsx';
import * as look from '../../../kit/look.module.css';
import { useApp } from '../../../state/context.ts';
import { useSignal } from '../../../state/signal.ts';
import { deletePreset, type PresetOptions, savePreset } from '../../../state/site-presets.ts';
import { siteWords } from '../../../words/site.ts';
import { words } from '../../../words/words.ts';

interface Props {
  /** Name of the chosen preset, or empty. */
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
  /** Reads the options in the form; undefined when one is invalid. */
  readonly readOptions: () => PresetOptions | undefined;
}

/** Saved options: choose, change, save and delete them. */
export function PresetRow({ chosen, onChoose, readOptions }: Props) {
  const { sitePresets } = useApp().state;
  const presets = useSignal(sitePresets);
  const [name, setName] = useState<string>();
  const save = () => {
    const options = readOptions();
    if (options === undefined || name === undefined || !savePreset(sitePresets, name, options)) return;
    onChoose(name.trim());
    setName(undefined);
  };
  const remove = () => {
    deletePreset(sitePresets, chosen);
    onChoose('');
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
        onChange={onChoose}
      />
      {name === undefined ? (
        <>
          <Button label={siteWords.presets.saveAs} onClick={() => setName(chosen)} />
          {chosen !== '' && <Button label={siteWords.presets.remove} onClick={remove} />}
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
