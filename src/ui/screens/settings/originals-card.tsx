import { useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { Card } from '../../kit/card.tsx';
import { SwitchRow } from '../../kit/switch-row.tsx';
import { useLoaded } from '../../kit/use-loaded.ts';
import { firstProgress, newJobId, runJob } from '../../state/actions/run-job.ts';
import { useApp } from '../../state/context.ts';
import { settingsWords } from '../../words/settings.ts';

/** Setting to store documents with their text, and the space that takes. Empty when the collection has no documents. */
export function OriginalsCard({ collection }: { readonly collection: Collection }) {
  const app = useApp();
  const { engine } = app.connection;
  const [isBusy, setBusy] = useState(false);
  const { value: documents = [] } = useLoaded(
    () => engine.listFiles(collection.id, { kind: ['document'] }),
    [engine, collection.id],
    { onFailure: 'ignore' },
  );
  const documentBytes = documents.reduce((sum, { bytes }) => sum + bytes, 0);
  if (documents.length === 0 || collection.publishedAt !== undefined) return null;
  const change = async (keep: boolean): Promise<void> => {
    setBusy(true);
    const jobId = newJobId();
    app.state.putJob(firstProgress(jobId, collection.id, 'ingest'));
    const isDone = await runJob(app, jobId, async () => {
      await engine.keepOriginals(collection.id, keep, jobId);
    });
    if (isDone)
      app.state.toasts.show(keep ? settingsWords.originalsKept : settingsWords.originalsDropped, { tone: 'ok' });
    setBusy(false);
  };
  return (
    <Card title={settingsWords.originals}>
      <SwitchRow
        label={settingsWords.originalsLabel(documents.length, documentBytes)}
        hint={settingsWords.originalsHint}
        isOn={collection.textsOnly !== true}
        disabled={isBusy || collection.readOnly === true}
        onChange={(keep) => void change(keep)}
      />
    </Card>
  );
}
