import type { PackAnswer } from '../../../engine/contract.ts';
import { Empty } from '../../parts/controls/empty.tsx';
import { Meter } from '../../parts/controls/meter.tsx';
import { ProgressBar } from '../../parts/controls/progress-bar.tsx';
import { copyText } from '../../state/actions/copy-text.ts';
import { report } from '../../state/actions/report.ts';
import { saveBlob } from '../../state/actions/save-blob.ts';
import { useApp } from '../../state/context.ts';
import { useSignal } from '../../state/signal.ts';
import { formatCompact, formatCount } from '../../text/format.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { words } from '../../words/words.ts';
import type { PackState } from './use-pack.ts';

/** The pack as it would be copied, with what it costs. */
export function PackPreview({ pack, budget, name }: PreviewProps) {
  const { answer, problem, isWaiting, isStopped } = pack;
  const canShare = typeof navigator.share === 'function';
  return (
    <section className="stack" aria-label={words.pack.preview}>
      <PackHead answer={answer} budget={budget} isWaiting={isWaiting} />
      {answer?.isIncomplete && (
        <p className="notice" role="status">
          {words.pack.incomplete}
        </p>
      )}
      <div className="row">
        <button
          type="button"
          className="button primary"
          disabled={answer === undefined || answer.items.length === 0}
          onClick={() => answer && void copyText(answer.text, words.pack.copied)}
        >
          {words.pack.copyPack}
        </button>
        <button
          type="button"
          className="button"
          disabled={answer === undefined || answer.items.length === 0}
          onClick={() => answer && saveBlob(new Blob([answer.text], { type: 'text/plain' }), name)}
        >
          {words.pack.download}
        </button>
        {canShare && answer !== undefined && answer.items.length > 0 && (
          <button type="button" className="button" onClick={() => void share(answer.text, name)}>
            {words.pack.share}
          </button>
        )}
      </div>
      {pack.slowJobId !== undefined && <PackProgress jobId={pack.slowJobId} onStop={pack.stop} />}
      {isStopped && (
        <div className="notice">
          <p>{words.pack.stopped}</p>
          <button type="button" className="button" onClick={pack.makeAgain}>
            {words.pack.makeAgain}
          </button>
        </div>
      )}
      {problem !== undefined && <p className="notice bad">{describeProblem(problem)}</p>}
      {problem === undefined && !isStopped && <Preview answer={answer} isWaiting={isWaiting} />}
    </section>
  );
}

interface PreviewProps {
  readonly pack: PackState;
  readonly budget: number;
  /** Of the file it is saved as. */
  readonly name: string;
}

/** Of a pack that takes longer than a moment. */
function PackProgress({ jobId, onStop }: { readonly jobId: string; readonly onStop: () => void }) {
  const told = useSignal(useApp().state.packing);
  const { done, total } = told?.jobId === jobId ? told : { done: 0, total: 0 };
  return (
    <div className="pack-progress">
      <ProgressBar label={words.pack.making} value={done} max={total} />
      <button type="button" className="button" onClick={onStop}>
        {words.common.cancel}
      </button>
    </div>
  );
}

interface HeadProps {
  readonly answer: PackAnswer | undefined;
  readonly budget: number;
  readonly isWaiting: boolean;
}

function PackHead({ answer, budget, isWaiting }: HeadProps) {
  const tokens = answer?.tokens ?? 0;
  const shown = `${answer?.exact ? '' : '~'}${formatCompact(tokens)}`;
  return (
    <div className="stack" style={{ gap: 4 }}>
      <p role="status" title={`${formatCount(tokens)} / ${formatCount(budget)}`}>
        <strong>{words.pack.summary(answer?.chunks ?? 0, answer?.candidates ?? 0)}</strong>
        {', '}
        {words.pack.used(shown, formatCompact(budget))}
        {isWaiting && <span className="faint"> · {words.pack.making}</span>}
      </p>
      <Meter share={budget > 0 ? tokens / budget : 0} />
    </div>
  );
}

/** A pack can be megabytes; the first part is enough to judge it by, and keeps the page quick. */
const PREVIEW_CHARS = 20_000;

function Preview({ answer, isWaiting }: { readonly answer: PackAnswer | undefined; readonly isWaiting: boolean }) {
  if (isWaiting && answer === undefined) return null;
  if (answer === undefined || answer.items.length === 0) return <Empty icon="pack" text={words.pack.nothing} />;
  const isCut = answer.text.length > PREVIEW_CHARS;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <pre className="preview" tabIndex={0} translate="no">
      {answer.text.slice(0, PREVIEW_CHARS)}
      {isCut && '\n…'}
    </pre>
  );
}

async function share(text: string, title: string): Promise<void> {
  await navigator.share({ title, text }).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'AbortError')) report(error);
  });
}
