import type { PackAnswer } from '../../../engine/contract.ts';
import type { Collection } from '../../../model/collection.ts';
import type { PackDraft } from '../../../model/outputs/pack-draft.ts';
import { Button } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { Empty } from '../../parts/controls/empty.tsx';
import { ProgressBar } from '../../parts/controls/progress-bar.tsx';
import { useApp } from '../../state/context.ts';
import type { PackRequest } from '../../state/pack/pack-options.ts';
import { useSignal } from '../../state/signal.ts';
import { formatCount } from '../../text/format.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { words } from '../../words/words.ts';
import * as css from './pack.module.css';
import { PackEverything } from './pack-everything.tsx';
import { CiteLink } from './pack-items.tsx';
import type { PackState } from './use-pack.ts';

interface Props {
  readonly collection: Collection;
  readonly pack: PackState;
  readonly request: PackRequest;
  readonly onChange: (part: Partial<PackDraft>) => void;
}

export function PackPreview({ collection, pack, request, onChange }: Props) {
  const { answer, problem, isWaiting, isStopped } = pack;
  return (
    <section className={css.preview} aria-label={words.pack.preview}>
      {pack.slowJobId !== undefined && <PackProgress jobId={pack.slowJobId} onStop={pack.stop} />}
      {isStopped && (
        <div className={`${look.notice} ${css.notice}`}>
          <p>{words.pack.stopped}</p>
          <Button label={words.selections.pack} onClick={pack.makeAgain} />
        </div>
      )}
      {problem !== undefined && <p className={`${look.problem} ${css.notice}`}>{describeProblem(problem)}</p>}
      {request.options === undefined && (
        <Empty icon="pack" text={words.pack.nothing}>
          <PackEverything collection={collection} budgetTokens={request.budgetTokens} onChange={onChange} />
          <CiteLink collectionId={collection.id} />
        </Empty>
      )}
      {answer !== undefined && !isWaiting && <PackText answer={answer} budgetTokens={request.budgetTokens} />}
    </section>
  );
}

function PackProgress({ jobId, onStop }: { readonly jobId: string; readonly onStop: () => void }) {
  const packing = useSignal(useApp().state.packing);
  const { done, total } = packing?.jobId === jobId ? packing : { done: 0, total: 0 };
  return (
    <div className={css.progress}>
      <ProgressBar label={words.pack.making} value={done} max={total} />
      <Button label={words.common.cancel} onClick={onStop} />
    </div>
  );
}

/** A pack can be megabytes: the preview shows its beginning, and its end with the question. */
const HEAD_CHARS = 20_000;
const TAIL_CHARS = 1_000;

function PackText({ answer, budgetTokens }: { readonly answer: PackAnswer; readonly budgetTokens: number }) {
  const { text, items, account } = answer;
  if (items.length === 0) {
    const reason = account.missing === 0 ? words.pack.noMatches : words.pack.nothingFits(formatCount(budgetTokens));
    return <Empty icon="pack" text={reason} />;
  }
  const hidden = text.length - HEAD_CHARS - TAIL_CHARS;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <pre className={css.text} tabIndex={0} translate="no">
      {hidden <= 0 ? text : text.slice(0, HEAD_CHARS)}
      {hidden > 0 && (
        <>
          <span className={css.cut}>{words.pack.hidden(hidden)}</span>
          {text.slice(-TAIL_CHARS)}
        </>
      )}
    </pre>
  );
}
