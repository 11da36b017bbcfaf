import type { Progress } from '../../../model/job.ts';
import type { SiteJob } from '../../../model/site/site-job.ts';
import { listRuns } from '../../../site/runs.ts';
import { Button } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { useApp } from '../../state/context.ts';
import { useSignal } from '../../state/signal.ts';
import { words } from '../../words/words.ts';

/** Pages a run removed, with a way to restore them; or the question whether to remove many pages at once [S18]. */
export function GonePages({ job }: { readonly job: SiteJob }) {
  const { connection, state } = useApp();
  const isNewest = isNewestDone(useSignal(state.jobs), job);
  const { jobId, held, heldUrls, removed, removedUrls, endedAt } = job.status;
  const { sites } = connection;
  const run = (call: Promise<unknown> | undefined) => void call?.then(() => state.refresh()).catch(state.report);
  if (endedAt === '') return null;
  return (
    <>
      {held > 0 && (
        <div className={look.notice}>
          <p>{words.jobs.held(held)}</p>
          <Urls label={words.jobs.showPages} urls={heldUrls} />
          <div className={look.row}>
            <Button label={words.jobs.removeHeld(held)} onClick={() => run(sites?.answerHeld(jobId, 'remove'))} />
            <Button look="primary" label={words.jobs.keepHeld} onClick={() => run(sites?.answerHeld(jobId, 'keep'))} />
          </div>
        </div>
      )}
      {removed > 0 && (
        <div className={`${look.row} ${look.small}`}>
          <Urls label={words.jobs.removedPages(removed)} urls={removedUrls} />
          {isNewest && (
            <Button look="link" label={words.library.restore} onClick={() => run(sites?.restoreRemoved(jobId))} />
          )}
        </div>
      )}
    </>
  );
}

function Urls({ label, urls }: { readonly label: string; readonly urls: readonly string[] }) {
  return (
    <details>
      <summary>{label}</summary>
      <ul className={look.small}>
        {urls.map((url) => (
          <li key={url}>
            <MiddleText text={url} max={96} tail={28} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The copies exist until the next successful run. */
function isNewestDone(jobs: readonly Progress[], { collectionId, status }: SiteJob): boolean {
  const runs = listRuns(jobs, { collectionId, sourceId: status.sourceId });
  return !runs.some((other) => other.status === 'done' && other.startedAt > status.startedAt);
}
