import { type ReactNode, useState } from 'react';
import type { SourceType } from '../../../model/collection.ts';
import { isImport, isOpen as isRunning, type JobSummary, type Phase, type Progress } from '../../../model/job.ts';
import type { CrawlStatus } from '../../../model/site/site.ts';
import { countPages } from '../../../site/runs.ts';
import { Button } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import * as look from '../../kit/look.module.css';
import { stopJob } from '../../state/actions/run-job.ts';
import { useApp } from '../../state/context.ts';
import { toHash } from '../../state/route.ts';
import { formatDuration } from '../../text/format.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { jobsWords } from '../../words/jobs.ts';
import { filesWords } from '../../words/library.ts';
import { words } from '../../words/words.ts';
import { MiddleText } from '../controls/middle-text.tsx';
import { ProgressBar } from '../controls/progress-bar.tsx';
import * as css from './job-card.module.css';

const READING: readonly Phase[] = ['scan', 'read', 'outline', 'index', 'save'];
/** Phases of a job over stored files. */
const RECHUNKING: readonly Phase[] = ['chunk', 'index', 'save'];
const RECOGNISING: readonly Phase[] = ['recognise', 'index'];

interface EngineJobCardProps {
  readonly job: Progress;
  /** Collection and time, for lists with jobs of several collections. */
  readonly where?: ReactNode;
  readonly extra?: ReactNode;
  /** Further details of a running job, where there is room. */
  readonly below?: ReactNode;
}

/** One job of the engine in one line that opens: phases, current path and details below; at the end the summary with links. Open from the start in lists of jobs. */
export function EngineJobCard({ job, where, extra, below }: EngineJobCardProps) {
  const app = useApp();
  const isOpen = isRunning(job);
  const [isShown, setShown] = useState(where !== undefined);
  const hasDetails = isOpen && isShown;
  const pause = () => void stopJob(app, job);
  const cancel = () => {
    pause();
    if (job.type === 'ocr') void app.connection.engine.forgetRecognition(job.collectionId).catch(app.state.report);
  };
  return (
    <article className={css.card} aria-label={jobsWords.types[job.type]}>
      <div className={css.line}>
        {isOpen ? (
          <Button look="own" className={css.toggle} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            <Icon name={isShown ? 'down' : 'right'} size={16} />
            <strong>{toHeading(job)}</strong>
          </Button>
        ) : (
          <strong>{toHeading(job)}</strong>
        )}
        {isOpen && (
          <div className={`${css.figures} ${look.note}`}>
            <div className={css.live}>{toLine(job)}</div>
          </div>
        )}
        {isOpen && job.type === 'ocr' && <Button label={jobsWords.pause} onClick={pause} />}
        {isOpen && <Button label={words.common.cancel} onClick={cancel} title={jobsWords.cancelHint} />}
        {!isOpen && job.summary && <Summary job={job} summary={job.summary} />}
        {where}
      </div>
      {extra && <div className={css.extra}>{extra}</div>}
      {isOpen && <ProgressBar label={jobsWords.progress} value={job.done} max={job.total} />}
      {hasDetails && job.type !== 'export' && <PhaseList job={job} />}
      {hasDetails && job.phase === 'outline' && job.type !== 'outline' && (
        <p className={look.note}>{jobsWords.searchable}</p>
      )}
      {hasDetails && (
        <div className={css.path}>
          <div className={css.live}>
            <MiddleText text={job.currentPath} max={96} tail={24} />
          </div>
        </div>
      )}
      {hasDetails && below}
      {job.state === 'stopped' && (
        <p className={look.note}>
          {job.error === undefined || job.error.code === 'engine/cancelled'
            ? toStopped(job)
            : describeProblem(job.error)}
        </p>
      )}
      {job.error && job.state !== 'stopped' && <p className={look.problem}>{describeProblem(job.error)}</p>}
    </article>
  );
}

/** Names the current action, the finished one, or the failure. */
function toHeading({ type, state, endedAt }: Progress): string {
  if (endedAt === undefined) return jobsWords.types[type];
  return state === 'done' ? jobsWords.doneTypes[type] : `${jobsWords.types[type]}: ${jobsWords.states[state]}`;
}

/** Says what remains of a job the user stopped. */
export function toStopped({ type, done }: Pick<Progress, 'type' | 'done'>): string {
  if (type === 'ocr') return jobsWords.stoppedPages;
  if (!isImport({ type })) return jobsWords.stoppedMaking;
  return done > 0 ? jobsWords.stoppedEarly : jobsWords.stoppedAtOnce;
}

function toLine(job: Progress): string {
  if (job.waitsFor !== undefined) return jobsWords.waits(job.waitsFor);
  return [
    toCount(job),
    job.bytesPerSec > 0 ? jobsWords.rate(job.bytesPerSec) : '',
    job.etaMs === undefined ? '' : jobsWords.left(formatDuration(job.etaMs)),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Empty until the first file is found. */
function toCount({ found, done, total }: Progress): string {
  if (total > 0) return jobsWords.ofTotal(done, total);
  const most = Math.max(found, done);
  return most > 0 ? jobsWords.found(most) : '';
}

function PhaseList({ job: { type, phase } }: { readonly job: Progress }) {
  const phases = type === 'ocr' ? RECOGNISING : RECHUNKING[0] === phase ? RECHUNKING : READING;
  return (
    <ol className={css.phases}>
      {phases.map((name) => (
        <li key={name} aria-current={name === phase ? 'step' : undefined}>
          {jobsWords.phases[name]}
        </li>
      ))}
    </ol>
  );
}

function Summary({ job, summary }: { readonly job: Progress; readonly summary: JobSummary }) {
  if (job.type === 'ingest' || job.type === 'sync') {
    return <SummaryLinks summary={summary} collectionId={job.collectionId} />;
  }
  const figures = summary.indexed > 0 ? [words.count.files(summary.indexed)] : [];
  return (
    <span className={look.aside}>{[...figures, jobsWords.took(formatDuration(summary.elapsedMs))].join(' · ')}</span>
  );
}

function SummaryLinks({ summary, collectionId }: { readonly summary: JobSummary; readonly collectionId: string }) {
  const { withoutText, waiting, skipped, failed } = summary;
  return (
    <span className={`${css.links} ${look.small}`}>
      <a href={toHash({ place: 'files', collectionId })}>{jobsWords.indexed(summary.indexed)}</a>
      {summary.unchanged > 0 && (
        <a href={toHash({ place: 'files', collectionId })}>{jobsWords.unchanged(summary.unchanged)}</a>
      )}
      {summary.removed > 0 && (
        <a href={toHash({ place: 'changes', collectionId })}>{jobsWords.removed(summary.removed)}</a>
      )}
      <SkippedLinks {...{ collectionId, withoutText, waiting, skipped, failed }} saysZero />
      <span className={look.faint}>{jobsWords.took(formatDuration(summary.elapsedMs))}</span>
    </span>
  );
}

interface SkippedLinksProps {
  readonly collectionId: string;
  readonly withoutText: number;
  readonly waiting?: number | undefined;
  readonly skipped: number;
  readonly failed: number;
  /** True in summaries, which also show zeros: that nothing is missing is worth saying. */
  readonly saysZero?: boolean;
}

/** Counts of files that cannot be searched, each linked to its list. */
export function SkippedLinks({ collectionId, saysZero = false, ...counts }: SkippedLinksProps) {
  const { withoutText, waiting = 0, skipped, failed } = counts;
  const figures = [
    { filter: 'waiting', count: waiting, say: jobsWords.waiting, zero: false },
    { filter: 'without-text', count: withoutText, say: jobsWords.withoutText, zero: false },
    { filter: 'skipped', count: skipped, say: filesWords.skippedCount, zero: saysZero },
    { filter: 'failed', count: failed, say: jobsWords.failed, zero: saysZero },
  ];
  return figures.map(({ filter, count, say, zero }) => {
    if (count === 0) return zero && <span key={filter}>{say(count)}</span>;
    return (
      <a key={filter} href={toHash({ place: 'files', collectionId, filter })}>
        {say(count)}
      </a>
    );
  });
}

interface UnfinishedRunProps {
  readonly status: CrawlStatus;
  readonly type: SourceType | undefined;
}

/** *22 of 31 pages, stopped*: the progress of a run that can be resumed. */
export function UnfinishedRun({ status, type }: UnfinishedRunProps) {
  const { here, known } = countPages(status);
  const count = type === 'repository' ? jobsWords.filesOf : jobsWords.pagesOf;
  return (
    <span>
      {/* Before the first answer nothing is known. */}
      {known > 0 && count(here, known)} <span>{jobsWords.states[status.status]}</span>
    </span>
  );
}
