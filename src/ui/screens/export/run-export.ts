import { toScope } from '../../../model/outputs/follow-sources.ts';
import type { Selection } from '../../../model/outputs/selection.ts';
import { firstProgress, newJobId, runJob } from '../../state/actions/run-job.ts';
import { saveBlob } from '../../state/actions/save-blob.ts';
import type { AppContext } from '../../state/context.ts';
import { exportWords } from '../../words/export.ts';

/** Options that every export of a selection has. */
export function toExportScope(selection: Selection, allowed: ReadonlySet<string>) {
  const { mask, name } = selection;
  return { mask, allowedSecrets: [...allowed], selection: { ...toScope(selection), name } };
}

interface MadeFile {
  readonly fileName: string;
  readonly bytes: number;
  readonly blob?: Blob;
}

/** Runs an export as a job and downloads its file. */
export async function runExport(
  app: AppContext,
  collectionId: string,
  make: (jobId: string) => Promise<MadeFile>,
): Promise<void> {
  const jobId = newJobId();
  app.state.putJob({ ...firstProgress(jobId, collectionId, 'export'), phase: 'write' });
  await runJob(app, jobId, async () => {
    const made = await make(jobId);
    if (made.blob !== undefined) saveBlob(made.blob, made.fileName);
    app.state.toasts.show(exportWords.ready(made.fileName, made.bytes), { tone: 'ok' });
  });
}
