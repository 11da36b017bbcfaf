import type { Collection } from '../../../model/collection.ts';
import { Card } from '../../kit/card.tsx';
import { SwitchRow } from '../../kit/switch-row.tsx';
import { useLoaded } from '../../kit/use-loaded.ts';
import { startJob } from '../../state/actions/run-job.ts';
import { useApp } from '../../state/context.ts';
import { useIsReading } from '../../state/use-is-reading.ts';
import { settingsWords } from '../../words/settings.ts';

/** Setting to store documents with their text, and the space that takes. Empty when the collection has no documents. */
export function OriginalsCard({ collection }: { readonly collection: Collection }) {
  const app = useApp();
  const { engine } = app.connection;
  const isBusy = useIsReading(collection.id);
  const { value: documents = [] } = useLoaded(
    () => engine.listFiles(collection.id, { kind: ['document'] }),
    [engine, collection.id],
    { onFailure: 'ignore' },
  );
  const documentBytes = documents.reduce((sum, { bytes }) => sum + bytes, 0);
  if (documents.length === 0 || collection.publishedAt !== undefined) return null;
  const change = (keep: boolean) =>
    startJob(app, { collectionId: collection.id, type: 'ingest' }, async (jobId) => {
      await engine.keepOriginals(collection.id, keep, jobId);
      app.state.toasts.show(keep ? settingsWords.originalsKept : settingsWords.originalsDropped, { tone: 'ok' });
    });
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
