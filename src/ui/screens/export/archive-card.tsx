import { type ReactNode, useState } from 'react';
import type { ExportOptions, SnapshotRow } from '../../../engine/contract.ts';
import { SelectField } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { useApp } from '../../state/context.ts';
import { toSnapshotOptions } from '../../state/use-snapshots.ts';
import { exportWords } from '../../words/export.ts';
import { ExportCard } from './export-card.tsx';
import { useExport } from './use-export.ts';

interface Props {
  readonly form: ExportOptions['form'];
  readonly since?: string | undefined;
  readonly disabled?: string | undefined;
  readonly children?: ReactNode;
}

export function ArchiveCard({ form, since, disabled, children }: Props) {
  const { engine } = useApp().connection;
  const { escapeHidden, withSelections, run } = useExport();
  const make = () =>
    run((options) =>
      engine.exportZip({ ...options, form, escapeHidden, withSelections, ...(since === undefined ? {} : { since }) }),
    );
  return (
    <ExportCard
      title={exportWords[form]}
      text={exportWords[`${form}Text`]}
      actionName={exportWords.downloads[form]}
      disabled={disabled}
      onAction={() => void make()}
    >
      {children}
    </ExportCard>
  );
}

/** The changes since one of the earlier snapshots. */
export function DeltaCard({ earlier }: { readonly earlier: readonly SnapshotRow[] }) {
  const [since = earlier[0]?.id, setSince] = useState<string>();
  if (earlier.length === 0)
    return (
      <ArchiveCard form="delta" disabled={exportWords.noSnapshots}>
        <p className={look.hint}>{exportWords.noSnapshots}</p>
      </ArchiveCard>
    );
  return (
    <ArchiveCard form="delta" since={since}>
      <SelectField label={exportWords.since} value={since} options={toSnapshotOptions(earlier)} onChange={setSince} />
    </ArchiveCard>
  );
}
