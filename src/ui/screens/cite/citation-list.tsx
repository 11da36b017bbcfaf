import { useState } from 'react';
import type { Citation, CitationAnswer, Verdict } from '../../../engine/contract.ts';
import { Button } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { WordDiff } from '../../parts/controls/word-diff.tsx';
import { toHash } from '../../state/route.ts';
import { useCollectionNames } from '../../state/scope/use-scope.ts';
import { formatCount } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { diffWords } from '../../text/word-diff.ts';
import { citeWords } from '../../words/cite.ts';
import { words } from '../../words/words.ts';
import * as css from './cite.module.css';

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

interface Props {
  readonly collectionId: string;
  readonly found: CitationAnswer;
}

/** The share of supported claims, and each claim with its verdict. */
export function CitationList({ collectionId, found }: Props) {
  const { citations, total, supported } = found;
  const [only, setOnly] = useState<Verdict>();
  const [shown, setShown] = useState(PAGE);
  const names = useCollectionNames();
  const listed = only === undefined ? citations : citations.filter(({ verdict }) => verdict === only);
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
          />
        ))}
      </ul>
      {listed.length > shown && (
        <Button label={words.changes.showMore(listed.length - shown)} onClick={() => setShown(shown + PAGE)} />
      )}
    </section>
  );
}

interface RowProps {
  readonly collectionId: string;
  /** Name of the collection, when several were searched. */
  readonly collectionName: string | undefined;
  readonly citation: Citation;
}

function CitationRow({ collectionId, collectionName, citation }: RowProps) {
  const { verdict, text, path, lines, page, near, reason } = citation;
  const isThere = verdict !== 'not found' && verdict !== 'changed since';
  const isSomewhere = path !== undefined && (isThere || reason !== undefined);
  const meaning = reason === undefined ? citeWords.meanings[verdict] : citeWords.reasons[reason](citation);
  return (
    <li className={css.row} data-verdict={verdict}>
      <span>
        <strong>{citeWords.verdicts[verdict]}</strong> <span className={look.note}>{meaning}</span>
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
