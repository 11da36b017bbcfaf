import { useEffect, useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { SwitchRow } from '../../parts/controls/switch-row.tsx';
import { firstProgress, newJobId, runJob } from '../../state/actions/run-job.ts';
import { useApp } from '../../state/context.ts';
import { showToast } from '../../state/toasts.ts';
import { words } from '../../words/words.ts';

/** Setting to store documents with their text, and the space that takes. Empty when the collection has no documents. */
export function OriginalsCard({ collection }: { readonly collection: Collection }) {
  const app = useApp();
  const { engine } = app.connection;
  const [documents, setDocuments] = useState({ files: 0, bytes: 0 });
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    let isGone = false;
    void engine
      .listFiles(collection.id, { kind: ['document'] })
      .then((rows) => {
        if (!isGone) setDocuments({ files: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) });
      })
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [engine, collection.id]);
  if (documents.files === 0 || collection.publishedAt !== undefined) return null;
  const change = async (keep: boolean): Promise<void> => {
    setBusy(true);
    const jobId = newJobId();
    app.state.putJob(firstProgress(jobId, collection.id, 'ingest'));
    const isDone = await runJob(app, jobId, async () => {
      await engine.keepOriginals(collection.id, keep, jobId);
    });
    if (isDone) showToast(keep ? words.settings.originalsKept : words.settings.originalsDropped, { tone: 'ok' });
    setBusy(false);
  };
  return (
    <section className="card" aria-label={words.settings.originals}>
      <h2>{words.settings.originals}</h2>
      <SwitchRow
        label={words.settings.originalsLabel(documents.files, documents.bytes)}
        hint={words.settings.originalsHint}
        isOn={collection.textsOnly !== true}
        disabled={isBusy || collection.readOnly === true}
        onChange={(keep) => void change(keep)}
      />
    </section>
  );
}
