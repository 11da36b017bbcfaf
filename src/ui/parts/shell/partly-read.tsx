import { useEffect, useRef, useState } from 'react';
import { type Collection, isPartlyRead, type Source } from '../../../model/collection.ts';
import { syncSource } from '../../state/actions/ingest.ts';
import { report } from '../../state/actions/report.ts';
import { newJobId } from '../../state/actions/run-job.ts';
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
  const withoutOutline = useOutlines(collection);
  const parts = sources.map((source) => (
    <div key={source.id} className="notice" role="status">
      {words.library.partlyRead(toShortName(source.name), source.files)}
      <button type="button" className="button" onClick={() => void goOn(source).catch(report)}>
        {words.library.goOn}
      </button>
    </div>
  ));
  if (withoutOutline === 0) return parts;
  return [
    ...parts,
    <div key="outlines" className="notice" role="status">
      {words.library.withoutOutline(withoutOutline)}
    </div>,
  ];
}

/** Outlines that are missing are made without being asked for, whenever that may have become possible. Answers how many are missing still. */
function useOutlines({ id, generation, stats, readOnly, evicted }: Collection): number {
  const { connection } = useApp();
  const isBusy = useIsBusy(id);
  const missing = stats.incomplete_files ?? 0;
  const isWanted = missing > 0 && !isBusy && !readOnly && !evicted;
  const [onlineTimes, setOnlineTimes] = useState(0);
  useEffect(() => {
    const count = () => setOnlineTimes((times) => times + 1);
    window.addEventListener('online', count);
    return () => window.removeEventListener('online', count);
  }, []);
  // Once for each state and each time the network comes back: what cannot be outlined now must not be tried for ever.
  const attempt = `${id} ${generation} ${onlineTimes}`;
  const tried = useRef('');
  useEffect(() => {
    if (!isWanted || tried.current === attempt) return;
    tried.current = attempt;
    connection.engine.finishReading(id, newJobId()).catch(() => undefined);
  }, [connection, id, isWanted, attempt]);
  return isWanted ? missing : 0;
}

/** None while a job of this tab works on the collection: its progress says it. */
export function usePartlyRead({ id, sources }: Collection): readonly Source[] {
  return useIsBusy(id) ? [] : sources.filter(isPartlyRead);
}

function useIsBusy(collectionId: string): boolean {
  const jobs = useSignal(useApp().state.jobs);
  return jobs.some((job) => job.collectionId === collectionId && job.endedAt === undefined);
}
