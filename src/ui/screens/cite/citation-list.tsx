import { useState } from 'react';
import type { Citation, CitationAnswer, Verdict } from '../../../engine/contract.ts';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { WordDiff } from '../../parts/controls/word-diff.tsx';
import { toHash } from '../../state/route.ts';
import { useCollectionNames } from '../../state/scope/use-scope.ts';
import { formatCount } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { diffWords } from '../../text/word-diff.ts';
import { words } from '../../words/words.ts';

/** Rows that are there at once; more come when they are asked for. */
const PAGE = 200;
const WORST_FIRST = ['not found', 'near', 'changed since', 'moved', 'exact'] as const satisfies readonly Verdict[];

interface Props {
  readonly collectionId: string;
  readonly found: CitationAnswer;
}

/** How much of the answer is supported, and each of its claims with its verdict. */
export function CitationList({ collectionId, found }: Props) {
  const { citations, total, supported } = found;
  const [only, setOnly] = useState<Verdict>();
  const [shown, setShown] = useState(PAGE);
  const names = useCollectionNames();
  const listed = only === undefined ? citations : citations.filter(({ verdict }) => verdict === only);
  return (
    <section className="stack" aria-label={words.cite.found}>
      <p role="status">
        <strong>{total === 0 ? words.cite.nothing : words.cite.summary(supported, citations.length)}</strong>
        {total > citations.length && ` ${words.cite.more(total)}`}
      </p>
      <fieldset className="cite-verdicts">
        <legend className="sr-only">{words.cite.only}</legend>
        {WORST_FIRST.map((verdict) => {
          const count = citations.filter((citation) => citation.verdict === verdict).length;
          if (count === 0) return null;
          return (
            <button
              key={verdict}
              type="button"
              className="filter-chip"
              aria-pressed={only === verdict}
              onClick={() => setOnly(only === verdict ? undefined : verdict)}
            >
              <span>{words.cite.verdicts[verdict]}</span>
              <span className="num">{formatCount(count)}</span>
            </button>
          );
        })}
      </fieldset>
      <ul className="cites" aria-label={words.cite.list}>
        {listed.slice(0, shown).map((citation) => (
          <CitationRow
            key={`${citation.start}:${citation.text.length}`}
            collectionId={citation.collection ?? collectionId}
            of={citation.collection === undefined ? undefined : names.get(citation.collection)}
            citation={citation}
          />
        ))}
      </ul>
      {listed.length > shown && (
        <button type="button" className="button" onClick={() => setShown(shown + PAGE)}>
          {words.cite.showMore(listed.length - shown)}
        </button>
      )}
    </section>
  );
}

interface RowProps {
  readonly collectionId: string;
  /** The name of its collection, where several were asked. */
  readonly of: string | undefined;
  readonly citation: Citation;
}

function CitationRow({ collectionId, of, citation }: RowProps) {
  const { verdict, text, path, lines, near } = citation;
  const isSomewhere = path !== undefined && verdict !== 'not found' && verdict !== 'changed since';
  const place = lines === undefined ? path : `${path}:${lines[0]}-${lines[1]}`;
  return (
    <li className={`cite ${verdict.replace(' ', '-')}`}>
      <span>
        <strong>{words.cite.verdicts[verdict]}</strong>{' '}
        <span className="soft small">{words.cite.meanings[verdict]}</span>
      </span>
      {near === undefined ? (
        <MiddleText text={text} max={160} />
      ) : (
        <WordDiff runs={diffWords(trimQuotes(text), near)} />
      )}
      {isSomewhere && (
        <a
          className="small mono"
          href={toHash({ place: 'search', collectionId, path, line: lines?.[0] ?? 1, query: '' })}
        >
          {of !== undefined && <span className="hit-of">{toShortName(of, 40)}</span>}
          <MiddleText text={place ?? ''} max={80} />
        </a>
      )}
    </li>
  );
}

/** The marks around a quotation are the answer's own. */
function trimQuotes(text: string): string {
  return text.replace(/^\s*["“«„]/, '').replace(/["”»“]\s*$/, '');
}
