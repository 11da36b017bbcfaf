import { useState } from 'react';
import { isOutsidePack } from '../../../answer/outside-pack.ts';
import type { Citation, CitationAnswer, PackAnswer, Verdict } from '../../../engine/contract.ts';
import type { Collection } from '../../../model/collection.ts';
import { Button, ButtonLink } from '../../kit/button.tsx';
import { TextArea } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { ScopeCheck, UnsearchedCollections } from '../../parts/controls/scope.tsx';
import { WordDiff } from '../../parts/controls/word-diff.tsx';
import { Place } from '../../parts/shell/place.tsx';
import { newJobId } from '../../state/actions/run-job.ts';
import type { CheckedAnswer } from '../../state/app-state.ts';
import { useApp } from '../../state/context.ts';
import { usePackRequest } from '../../state/pack.ts';
import { readError } from '../../state/read-error.ts';
import { navigate, toHash } from '../../state/route.ts';
import { listScope, useCollectionNames, useScope } from '../../state/scope.ts';
import { useSignal } from '../../state/signal.ts';
import { formatCount } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { diffWords } from '../../text/word-diff.ts';
import { citeWords } from '../../words/cite.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { changesWords } from '../../words/library.ts';
import { words } from '../../words/words.ts';
import * as css from './cite.module.css';

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
      const together = scope === undefined ? undefined : listScope(scope, state.collections.get());
      const made = await engine.checkCitations({ collectionId: collection.id, together, answer: text, jobId: mine });
      if (isCurrent()) put({ text, found: made });
    } catch (error) {
      const seen = readError(error);
      if (isCurrent()) put(seen.code === 'engine/cancelled' ? { text } : { text, problem: seen });
    }
  };
  const { key } = usePackRequest(collection);
  const made = useSignal(state.madePack);
  const pack = made?.key === key ? made.answer : undefined;
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
      <UnsearchedCollections collections={found?.leftOut} />
      {found !== undefined && <CitationList collectionId={collection.id} found={found} pack={pack} />}
    </Place>
  );
}

/** Rows shown at first; a button shows more. */
const PAGE = 200;
const WORST_FIRST = [
  'not found',
  'near',
  'changed since',
  'moved',
  'exists',
  'exact',
] as const satisfies readonly Verdict[];

interface ListProps {
  readonly collectionId: string;
  readonly found: CitationAnswer;
  /** The pack on the Pack screen, if it is made. */
  readonly pack: PackAnswer | undefined;
}

/** The share of supported claims, and each claim with its verdict, problems first. */
function CitationList({ collectionId, found, pack }: ListProps) {
  const { citations, total, supported } = found;
  const [only, setOnly] = useState<Verdict>();
  const [shown, setShown] = useState(PAGE);
  const names = useCollectionNames();
  const listed = citations
    .filter(({ verdict }) => only === undefined || verdict === only)
    .sort((a, b) => WORST_FIRST.indexOf(a.verdict) - WORST_FIRST.indexOf(b.verdict));
  return (
    <section className={look.stack} aria-label={citeWords.found}>
      <p role="status">
        <strong>{total === 0 ? citeWords.nothing : citeWords.summary(supported, citations.length)}</strong>
        {total > citations.length && ` ${citeWords.more(total)}`}
      </p>
      <fieldset className={css.verdicts}>
        <legend className={look.srOnly}>{citeWords.only}</legend>
        {WORST_FIRST.map((verdict) => {
          const count = citations.filter((citation) => citation.verdict === verdict).length;
          if (count === 0) return null;
          return (
            <Button
              look="own"
              className={look.filterChip}
              key={verdict}
              aria-pressed={only === verdict}
              onClick={() => setOnly(only === verdict ? undefined : verdict)}
            >
              <span>{citeWords.verdicts[verdict]}</span>
              <span className={look.num}>{formatCount(count)}</span>
            </Button>
          );
        })}
      </fieldset>
      <ul className={css.list} aria-label={citeWords.list}>
        {listed.slice(0, shown).map((citation) => (
          <CitationRow
            key={`${citation.start}:${citation.text.length}`}
            collectionId={citation.collection ?? collectionId}
            collectionName={citation.collection === undefined ? undefined : names.get(citation.collection)}
            citation={citation}
            isOutside={pack !== undefined && isOutsidePack(citation, pack)}
          />
        ))}
      </ul>
      {listed.length > shown && (
        <Button label={changesWords.showMore(listed.length - shown)} onClick={() => setShown(shown + PAGE)} />
      )}
    </section>
  );
}

interface RowProps {
  readonly collectionId: string;
  /** Name of the collection, when several were searched. */
  readonly collectionName: string | undefined;
  readonly citation: Citation;
  /** Whether the place is not in the pack. */
  readonly isOutside: boolean;
}

function CitationRow({ collectionId, collectionName, citation, isOutside }: RowProps) {
  const { verdict, text, path, lines, page, near, reason } = citation;
  const isThere = verdict !== 'not found' && verdict !== 'changed since';
  const isSomewhere = path !== undefined && (isThere || reason !== undefined);
  const meaning = reason === undefined ? citeWords.meanings[verdict] : citeWords.reasons[reason](citation);
  return (
    <li className={css.row} data-verdict={verdict}>
      <span>
        <strong>{citeWords.verdicts[verdict]}</strong>{' '}
        <span className={look.note}>
          {meaning} {isOutside && citeWords.notInPack}
        </span>
      </span>
      {near === undefined ? (
        <MiddleText text={text} max={160} />
      ) : (
        <WordDiff runs={diffWords(trimQuotes(text), near)} />
      )}
      {isSomewhere && (
        <a
          className={`${look.small} ${look.mono}`}
          href={toHash({ place: 'search', collectionId, path, line: toLine(citation), query: '' })}
        >
          {collectionName !== undefined && <span className={look.origin}>{toShortName(collectionName, 40)}</span>}
          <MiddleText text={reason === 'past-end' ? path : toPlace(path, lines, page)} max={80} />
        </a>
      )}
    </li>
  );
}

function toPlace(path: string, lines: Citation['lines'], page: Citation['page']): string {
  if (page !== undefined) return `${path} ${page}`;
  return lines === undefined ? path : `${path}:${lines[0]}-${lines[1]}`;
}

/** Returns the cited line, or the last line of a shorter file. */
function toLine({ lines, lastLine }: Citation): number {
  return Math.min(lines?.[0] ?? 1, lastLine ?? Number.POSITIVE_INFINITY);
}

/** Removes the answer's own quotation marks. */
function trimQuotes(text: string): string {
  return text.replace(/^\s*["“«„]/, '').replace(/["”»“]\s*$/, '');
}
