import { type FormEvent, useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import type { Settings } from '../../../model/settings.ts';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import * as css from '../../kit/dialog.module.css';
import { TextField } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { SwitchRow } from '../../kit/switch-row.tsx';
import { startJob } from '../../state/actions/run-job.ts';
import { useApp } from '../../state/context.ts';
import { useIsReading } from '../../state/use-is-reading.ts';
import { toShortName } from '../../text/visible-text.ts';
import { settingsWords } from '../../words/settings.ts';
import { FIELDS, type Field, isInRange } from './collection-fields.ts';

/** Chunk and index settings; applying a change chunks the stored texts again. */
export function CollectionSettings({ collection }: { readonly collection: Collection }) {
  const app = useApp();
  const [settings, setSettings] = useState<Settings>(collection.settings);
  const isBusy = useIsReading(collection.id);
  const isOverMax = settings.chunk_target_chars > settings.chunk_max_chars;
  const isValid = FIELDS.every((field) => isInRange(field, settings[field.key])) && !isOverMax;
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
          {FIELDS.map((field) => (
            <NumberField
              key={field.key}
              field={field}
              value={settings[field.key]}
              {...(isOverMax && field.key === 'chunk_target_chars'
                ? { problem: settingsWords.overMax(settings.chunk_max_chars) }
                : {})}
              onChange={(value) => setSettings({ ...settings, [field.key]: value })}
            />
          ))}
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

interface NumberProps {
  readonly field: Field;
  readonly value: number;
  /** A problem other than the field's own range. */
  readonly problem?: string;
  readonly onChange: (value: number) => void;
}

function NumberField({ field, value, problem, onChange }: NumberProps) {
  const why = isInRange(field, value) ? problem : settingsWords.outOfRange(field.min, field.max);
  return (
    <TextField
      label={field.label}
      problem={why}
      type="number"
      min={field.min}
      max={field.max}
      step="any"
      value={Number.isNaN(value) ? '' : Math.round((value / field.scale) * 1000) / 1000}
      onChange={(_, input) => onChange(Math.round(input.valueAsNumber * field.scale))}
      unit={field.unit !== '' && <span className={look.aside}>{field.unit}</span>}
    />
  );
}
