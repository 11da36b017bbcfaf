import { useRef, useState } from 'react';
import type { Citation, CitationAnswer } from '../../../engine/contract.ts';
import type { Collection } from '../../../model/collection.ts';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { newJobId } from '../../state/actions/run-job.ts';
import { useApp } from '../../state/context.ts';
import { type Problem, readError } from '../../state/read-error.ts';
import { toHash } from '../../state/route.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { words } from '../../words/words.ts';

const SHOWN = 200;

/** Paste what a model said: every place, ref and quotation is looked up [P8]. Nothing leaves the page. */
export function CheckAnswer({ collection }: { readonly collection: Collection }) {
  const { engine } = useApp().connection;
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [found, setFound] = useState<CitationAnswer>();
  const [problem, setProblem] = useState<Problem>();
  const newest = useRef(0);
  const change = (typed: string) => {
    newest.current++;
    setText(typed);
    setFound(undefined);
    setBusy(false);
  };
  const check = async () => {
    const mine = ++newest.current;
    setBusy(true);
    setProblem(undefined);
    try {
      const answer = await engine.checkCitations({ collectionId: collection.id, answer: text, jobId: newJobId() });
      if (mine === newest.current) setFound(answer);
    } catch (error) {
      if (mine === newest.current) setProblem(readError(error));
    }
    if (mine === newest.current) setBusy(false);
  };
  return (
    <section className="stack" aria-label={words.cite.title}>
      <h2>{words.cite.title}</h2>
      <div className="field">
        <label htmlFor="cite-answer">{words.cite.answer}</label>
        <textarea
          id="cite-answer"
          className="input"
          rows={3}
          placeholder={words.cite.placeholder}
          value={text}
          onChange={(event) => change(event.target.value)}
        />
      </div>
      <button type="button" className="button" disabled={isBusy || text.trim() === ''} onClick={() => void check()}>
        {isBusy ? words.cite.checking : words.cite.check}
      </button>
      {problem !== undefined && <p className="notice bad">{describeProblem(problem)}</p>}
      {found !== undefined && <Found collectionId={collection.id} found={found} />}
    </section>
  );
}

function Found({ collectionId, found }: { readonly collectionId: string; readonly found: CitationAnswer }) {
  const { citations, total, supported } = found;
  return (
    <>
      <p role="status">
        {total === 0 ? words.cite.nothing : words.cite.summary(supported, citations.length)}
        {total > citations.length && ` ${words.cite.more(total)}`}
      </p>
      <ul className="cites">
        {citations.slice(0, SHOWN).map((citation) => (
          <CitationRow
            key={`${citation.start}:${citation.text.length}`}
            collectionId={collectionId}
            citation={citation}
          />
        ))}
      </ul>
    </>
  );
}

function CitationRow({ collectionId, citation }: { readonly collectionId: string; readonly citation: Citation }) {
  const { verdict, text, path, lines, near } = citation;
  const isSomewhere = path !== undefined && verdict !== 'not found' && verdict !== 'changed since';
  const place = lines === undefined ? path : `${path}:${lines[0]}-${lines[1]}`;
  return (
    <li className={`cite ${verdict.replace(' ', '-')}`}>
      <strong>{words.cite.verdicts[verdict]}</strong> <MiddleText text={text} max={80} />
      {isSomewhere && (
        <a
          className="small mono"
          href={toHash({ place: 'search', collectionId, path, line: lines?.[0] ?? 1, query: '' })}
        >
          <MiddleText text={place ?? ''} max={60} />
        </a>
      )}
      {near !== undefined && (
        <span className="small soft">
          {words.cite.instead} <MiddleText text={near} max={120} />
        </span>
      )}
    </li>
  );
}
