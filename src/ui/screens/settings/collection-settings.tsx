import { type FormEvent, useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import type { Settings } from '../../../model/settings.ts';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import * as css from '../../kit/dialog.module.css';
import { SwitchRow, TextField } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { startJob } from '../../state/actions/run-job.ts';
import { useApp } from '../../state/context.ts';
import { useIsReading } from '../../state/use-current-collection.ts';
import { toShortName } from '../../text/visible-text.ts';
import { settingsWords } from '../../words/settings.ts';

/** Chunk and index settings; applying a change chunks the stored texts again. */
export function CollectionSettings({ collection }: { readonly collection: Collection }) {
  const app = useApp();
  const [settings, setSettings] = useState<Settings>(collection.settings);
  const isBusy = useIsReading(collection.id);
  const isValid = FIELDS.every((field) => findProblem(field, settings) === undefined);
  const isChanged = (Object.keys(settings) as (keyof Settings)[]).some(
    (key) => settings[key] !== collection.settings[key],
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await startJob(app, { collectionId: collection.id, type: 'ingest' }, async (jobId) => {
      await app.connection.engine.changeSettings(collection.id, settings, jobId);
      app.state.toasts.show(settingsWords.applied, { tone: 'ok' });
    });
  };
  const title = settingsWords.collection(toShortName(collection.name, 60));
  return (
    <Card title={title}>
      <form className={look.stack} onSubmit={(event) => void submit(event)} noValidate>
        <div className={look.columns}>
          {FIELDS.map((field) => {
            const { key, label, unit, scale, min, max } = field;
            const value = settings[key];
            return (
              <TextField
                key={key}
                label={label}
                problem={findProblem(field, settings)}
                type="number"
                min={min}
                max={max}
                step="any"
                value={Number.isNaN(value) ? '' : Math.round((value / scale) * 1000) / 1000}
                onChange={(_, input) => setSettings({ ...settings, [key]: Math.round(input.valueAsNumber * scale) })}
                unit={unit !== '' && <span className={look.aside}>{unit}</span>}
              />
            );
          })}
        </div>
        <SwitchRow
          label={settingsWords.stemming}
          isOn={settings.stemming}
          onChange={(stemming) => setSettings({ ...settings, stemming })}
        />
        <SwitchRow
          label={settingsWords.outline}
          isOn={settings.outline === 'tree-sitter'}
          onChange={(isOn) => setSettings({ ...settings, outline: isOn ? 'tree-sitter' : 'none' })}
        />
        <div className={css.actions}>
          <Button
            look="primary"
            label={settingsWords.apply}
            type="submit"
            disabled={!isChanged || !isValid || isBusy || collection.readOnly === true}
          />
        </div>
      </form>
    </Card>
  );
}

const MB = 1_000_000;
const { chars, target, max, min, maxFile, maxTotal, megabytes, maxChunks } = settingsWords;

const FIELDS = [
  { key: 'chunk_target_chars', label: target, unit: chars, scale: 1, min: 200, max: 50_000 },
  { key: 'chunk_max_chars', label: max, unit: chars, scale: 1, min: 400, max: 100_000 },
  { key: 'chunk_min_chars', label: min, unit: chars, scale: 1, min: 0, max: 10_000 },
  { key: 'max_file_bytes', label: maxFile, unit: megabytes, scale: MB, min: 0.001, max: 105 },
  { key: 'max_total_bytes', label: maxTotal, unit: megabytes, scale: MB, min: 1, max: 4_000 },
  { key: 'max_chunks_per_file', label: maxChunks, unit: '', scale: 1, min: 1, max: 100_000 },
] as const;

/** Says what is wrong with the value of a field. */
function findProblem(field: (typeof FIELDS)[number], settings: Settings): string | undefined {
  const value = settings[field.key] / field.scale;
  // An empty field is NaN.
  if (!(value >= field.min && value <= field.max)) return settingsWords.outOfRange(field.min, field.max);
  const isOverMax = field.key === 'chunk_target_chars' && value > settings.chunk_max_chars;
  return isOverMax ? settingsWords.overMax(settings.chunk_max_chars) : undefined;
}
