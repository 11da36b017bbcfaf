import type { Collection } from '../../../model/collection.ts';
import { Button, ButtonLink } from '../../kit/button.tsx';
import { TextArea } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { LeftOut } from '../../parts/controls/left-out.tsx';
import { ScopeCheck } from '../../parts/controls/scope-check.tsx';
import { Place } from '../../parts/shell/place.tsx';
import { newJobId } from '../../state/actions/run-job.ts';
import type { CheckedAnswer } from '../../state/app-state.ts';
import { useApp } from '../../state/context.ts';
import { readError } from '../../state/read-error.ts';
import { navigate, toHash } from '../../state/route.ts';
import { listAll } from '../../state/scope/all-collections.ts';
import { useScope } from '../../state/scope/use-scope.ts';
import { useSignal } from '../../state/signal.ts';
import { citeWords } from '../../words/cite.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { words } from '../../words/words.ts';
import { CitationList } from './citation-list.tsx';

const NO_ANSWER: CheckedAnswer = { text: '' };

/** Checks a pasted model answer: looks up every path, ref and quotation [P8]. Nothing leaves the page. */
export function Cite({ collection }: { readonly collection: Collection }) {
  const { connection, state } = useApp();
  const { engine } = connection;
  const { scope } = useScope();
  const { text, found, problem, jobId } = useSignal(state.answers)[collection.id] ?? NO_ANSWER;
  const put = (answer: CheckedAnswer) => state.answers.update((all) => ({ ...all, [collection.id]: answer }));
  const stop = () => jobId !== undefined && void engine.cancel(jobId).catch(() => {});
  const check = async () => {
    const mine = newJobId();
    put({ text, jobId: mine });
    // Typing or stopping in the meantime makes the result obsolete.
    const isCurrent = () => state.answers.get()[collection.id]?.jobId === mine;
    try {
      const together = scope === undefined ? {} : { together: listAll(state.collections.get()) };
      const made = await engine.checkCitations({ collectionId: collection.id, ...together, answer: text, jobId: mine });
      if (isCurrent()) put({ text, found: made });
    } catch (error) {
      const seen = readError(error);
      if (isCurrent()) put(seen.code === 'engine/cancelled' ? { text } : { text, problem: seen });
    }
  };
  const change = (typed: string) => {
    stop();
    put({ text: typed });
  };
  return (
    <Place title={words.places.cite} intro={citeWords.intro}>
      <TextArea label={citeWords.answer} rows={10} placeholder={citeWords.placeholder} value={text} onChange={change} />
      <ScopeCheck
        onChange={(next) => {
          stop();
          put({ text });
          navigate({ place: 'cite', collectionId: collection.id, scope: next });
        }}
      />
      <div className={look.row}>
        <Button
          look="primary"
          label={jobId === undefined ? citeWords.check : citeWords.checking}
          disabled={jobId !== undefined || text.trim() === ''}
          onClick={() => void check()}
        />
        {jobId !== undefined && <Button label={words.common.cancel} onClick={stop} />}
        <ButtonLink
          look="quiet"
          label={citeWords.toPack}
          href={toHash({ place: 'pack', collectionId: collection.id, scope })}
        />
      </div>
      {problem !== undefined && (
        <p className={look.problem} role="alert">
          {describeProblem(problem)}
        </p>
      )}
      <LeftOut collections={found?.leftOut} />
      {found !== undefined && <CitationList collectionId={collection.id} found={found} />}
    </Place>
  );
}
