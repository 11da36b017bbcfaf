import { type Collection, isPartlyRead, type Source } from '../../../model/collection.ts';
import { syncSource } from '../../state/actions/ingest.ts';
import { report } from '../../state/actions/report.ts';
import { useApp } from '../../state/context.ts';
import { navigate } from '../../state/route.ts';
import { useSignal } from '../../state/signal.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';

/** In every place of a collection: a part must not look like the whole. */
export function PartlyRead({ collection }: { readonly collection: Collection }) {
  const app = useApp();
  const sources = usePartlyRead(collection);
  const goOn = async (source: Source) => {
    const outcome = source.remembered ? await syncSource(app, collection, source) : 'pick';
    if (outcome === 'pick') navigate({ place: 'library' });
  };
  return sources.map((source) => (
    <div key={source.id} className="notice" role="status">
      {words.library.partlyRead(toShortName(source.name), source.files)}
      <button type="button" className="button" onClick={() => void goOn(source).catch(report)}>
        {words.library.goOn}
      </button>
    </div>
  ));
}

/** None while a job of this tab works on the collection: its progress says it. */
export function usePartlyRead({ id, sources }: Collection): readonly Source[] {
  const jobs = useSignal(useApp().state.jobs);
  const isBusy = jobs.some((job) => job.collectionId === id && job.endedAt === undefined);
  return isBusy ? [] : sources.filter(isPartlyRead);
}
