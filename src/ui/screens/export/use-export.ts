import { createContext, useContext } from 'react';
import type { ExportAnswer, ExportOptions } from '../../../engine/contract.ts';
import type { Collection } from '../../../model/collection.ts';
import type { Selection, SelectionFacts } from '../../../model/outputs/selection.ts';
import { toScope } from '../../../selection/scope.ts';
import { saveBlob } from '../../state/actions/copy-and-save.ts';
import { startJob } from '../../state/actions/run-job.ts';
import { useApp } from '../../state/context.ts';
import { exportWords } from '../../words/export.ts';

/** The exported selection, and the options that several cards share. */
interface ExportSetup {
  readonly collection: Collection;
  readonly selection: Selection;
  /** Size of the selection; undefined until it is known. */
  readonly facts: SelectionFacts | undefined;
  readonly isBusy: boolean;
  /** Positions of secrets the user allowed. */
  readonly allowed: ReadonlySet<string>;
  readonly escapeHidden: boolean;
  readonly withSelections: boolean;
}

export const ExportContext = createContext<ExportSetup | undefined>(undefined);

type MadeFile = Pick<ExportAnswer, 'fileName' | 'bytes' | 'blob'>;

/** Options that every export of a selection has. */
type CommonOptions = Pick<ExportOptions, 'collectionId' | 'jobId' | 'mask' | 'allowedSecrets' | 'selection'>;

export function useExport() {
  const app = useApp();
  const setup = useContext(ExportContext);
  if (setup === undefined) throw new Error('an export card was rendered outside of the screen');
  const { collection, selection, allowed } = setup;
  const { mask, name } = selection;
  const scope = { mask, allowedSecrets: [...allowed], selection: { ...toScope(selection), name } };
  /** Runs an export as a job and downloads its file. */
  const run = async (make: (options: CommonOptions) => Promise<MadeFile>): Promise<void> => {
    await startJob(app, { collectionId: collection.id, type: 'export', phase: 'write' }, async (jobId) => {
      // An archive contains the stored selections.
      await app.state.choices.flush(collection.id);
      const made = await make({ collectionId: collection.id, jobId, ...scope });
      if (made.blob !== undefined) saveBlob(made.blob, made.fileName);
      app.state.toasts.show(exportWords.ready(made.fileName, made.bytes), { tone: 'ok' });
    });
  };
  return { ...setup, scope, run };
}
