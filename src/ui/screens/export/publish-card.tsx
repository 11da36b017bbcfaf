import { useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { countIndexed } from '../../../model/collection.ts';
import { toScope } from '../../../model/outputs/follow-sources.ts';
import { isEverything, type Selection } from '../../../model/outputs/selection.ts';
import { Ask } from '../../parts/dialogs/ask.tsx';
import { useSelectionFacts } from '../../parts/selection/use-selection-facts.ts';
import { firstProgress, newJobId, runJob } from '../../state/actions/run-job.ts';
import { saveBlob } from '../../state/actions/save-blob.ts';
import { useApp } from '../../state/context.ts';
import { navigate } from '../../state/route.ts';
import { showToast } from '../../state/toasts.ts';
import { words } from '../../words/words.ts';

interface Props {
  readonly collection: Collection;
  readonly selection: Selection;
  readonly isBusy: boolean;
  readonly allowed: ReadonlySet<string>;
  /** Undefined while they are looked for. */
  readonly secrets: number | undefined;
}

/** A folder for any host. What goes out is said, and asked, before it is made. */
export function PublishCard({ collection, selection, isBusy, allowed, secrets }: Props) {
  const app = useApp();
  const { mask } = selection;
  const { facts } = useSelectionFacts(collection, selection);
  const files = isEverything(selection) ? countIndexed(collection.stats) : facts?.files;
  const [asks, setAsks] = useState(false);
  const publish = async () => {
    const jobId = newJobId();
    app.state.putJob({ ...firstProgress(jobId, collection.id, 'export'), phase: 'write' });
    await runJob(app, jobId, async () => {
      const made = await app.connection.engine.publish({
        collectionId: collection.id,
        jobId,
        mask,
        allowedSecrets: [...allowed],
        selection: { ...toScope(selection), name: selection.name },
        app: await app.connection.readApp(),
      });
      if (made.blob !== undefined) saveBlob(made.blob, made.fileName);
      showToast(words.export.ready(made.fileName, made.bytes), { tone: 'ok' });
    });
  };
  const open = mask ? allowed.size : secrets;
  return (
    <div className="card">
      <p>{words.export.publishText}</p>
      <button type="button" className="button" disabled={isBusy} onClick={() => setAsks(true)}>
        {words.export.publish}
      </button>
      {asks && (
        <Ask
          title={words.export.publishTitle}
          go={words.export.publishGo}
          onGo={() => void publish()}
          onClose={() => setAsks(false)}
          disabled={secrets === undefined || files === undefined}
        >
          <p>{files !== undefined && words.export.publishWhat(files)}</p>
          <p>{secrets === undefined ? words.export.scanning : words.export.publishSecrets(secrets, mask, open ?? 0)}</p>
          <p className="soft">{words.export.publishHint}</p>
        </Ask>
      )}
    </div>
  );
}

/** What a published collection can do in place of being exported. */
export function KeepCopyCard({ collection }: { readonly collection: Collection }) {
  const app = useApp();
  const [isBusy, setBusy] = useState(false);
  const keep = async () => {
    const jobId = newJobId();
    setBusy(true);
    app.state.putJob({ ...firstProgress(jobId, collection.id, 'import'), phase: 'fetch' });
    await runJob(app, jobId, async () => {
      const copy = await app.connection.engine.keepCopy(collection.id, jobId);
      await app.state.refresh();
      navigate({ place: 'search', collectionId: copy.id, query: '' });
      showToast(words.export.kept, { tone: 'ok' });
    });
    setBusy(false);
  };
  return (
    <div className="card">
      <h2>{words.export.keepTitle}</h2>
      <p>{words.export.keepText}</p>
      <button type="button" className="button primary" disabled={isBusy} onClick={() => void keep()}>
        {words.export.keep}
      </button>
    </div>
  );
}
