import { useState } from 'react';
import { toLineUrl } from '../../../model/site/repo.ts';
import { useApp } from '../../state/context.ts';
import { navigate } from '../../state/route.ts';
import { formatCount } from '../../text/format.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { words } from '../../words/words.ts';
import { Icon } from '../controls/icon.tsx';
import { KindBadge } from '../controls/kind-badge.tsx';
import { MiddleText } from '../controls/middle-text.tsx';
import { useIsNarrow } from '../controls/use-media.ts';
import { BackButton } from './back-button.tsx';
import { ChunkText } from './chunk-text.tsx';
import { FileOutline } from './file-outline.tsx';
import { type ReaderActionProps, ReaderActions, toTitle } from './reader-actions.tsx';
import { type ChunkPlace, useChunk } from './use-chunk.ts';
import { useMatches } from './use-matches.ts';

interface Props extends ChunkPlace {
  readonly query: string;
  readonly onClose: () => void;
}

type Tab = keyof typeof words.reader.tabs;

/** A chunk with its provenance, its neighbours, and the outline of its file. */
export function Reader(props: Props) {
  const { collection, query, line, onClose } = props;
  const { answer, isStandIn, problem, isLoading } = useChunk(props);
  const [tab, setTab] = useState<Tab>('text');
  const ranges = useMatches(collection.id, query, answer?.chunk.content);
  const isNarrow = useIsNarrow();
  if (answer === undefined) {
    return (
      <section className="loading" aria-label={words.reader.label}>
        <p>{isLoading ? words.common.loading : problem ? describeProblem(problem) : words.reader.notFound}</p>
        {isNarrow && <BackButton onClose={onClose} />}
      </section>
    );
  }
  const { chunk, file } = answer;
  return (
    <section className="reader" aria-label={words.reader.label}>
      <div className="reader-head">
        {isNarrow && <BackButton onClose={onClose} />}
        <div className="reader-where">
          <KindBadge kind={chunk.kind} path={chunk.path} {...(chunk.language ? { language: chunk.language } : {})} />
          <MiddleText text={chunk.path} max={96} tail={20} />
          <span className="faint">
            {chunk.kind === 'document' && chunk.address !== undefined
              ? chunk.address
              : words.search.lines(chunk.start_line, chunk.end_line)}
          </span>
        </div>
        <h2>{toTitle(chunk)}</h2>
      </div>
      <ReaderActions answer={answer} collection={collection} query={query} />
      <div className="toolbar">
        <Tabs tab={tab} onChange={setTab} />
        <Neighbours answer={answer} collection={collection} query={query} />
      </div>
      <div className="reader-body">
        {isStandIn && <p className="notice">{words.reader.gone}</p>}
        {answer.ambiguous && <p className="notice">{words.reader.ambiguous}</p>}
        {tab === 'text' && <ChunkText chunk={chunk} ranges={ranges} line={line} />}
        {tab !== 'text' && <FileOutline collection={collection} chunk={chunk} what={tab} query={query} />}
      </div>
      <div className="reader-foot">
        <span>ref {chunk.ref}</span>
        <span>id {chunk.short_id}</span>
        <span title={formatCount(chunk.token_estimate)}>{words.search.tokens(chunk.token_estimate)}</span>
        {chunk.part !== undefined && chunk.parts !== undefined && (
          <span>{words.reader.part(chunk.part, chunk.parts)}</span>
        )}
        <span>{words.reader.asText}</span>
        {file.url !== undefined && <SourceLink url={file.url} label={words.reader.openSource} />}
        <RepoLink answer={answer} collection={collection} query={query} />
      </div>
    </section>
  );
}

function Tabs({ tab, onChange }: { readonly tab: Tab; readonly onChange: (tab: Tab) => void }) {
  return (
    <div className="segmented">
      {(Object.keys(words.reader.tabs) as Tab[]).map((name) => (
        <button key={name} type="button" aria-pressed={name === tab} onClick={() => onChange(name)}>
          {words.reader.tabs[name]}
        </button>
      ))}
    </div>
  );
}

function Neighbours({ answer, collection, query }: ReaderActionProps) {
  const go = (ref: string) => navigate({ place: 'search', collectionId: collection.id, chunk: ref, query });
  const { previous, next } = answer;
  return (
    <span className="row push">
      <button
        type="button"
        className="button"
        aria-label={words.reader.previous}
        disabled={previous === undefined}
        onClick={() => previous !== undefined && go(previous)}
      >
        <Icon name="back" size={16} />
        <span className="icon-text">{words.reader.previous}</span>
      </button>
      <button
        type="button"
        className="button"
        aria-label={words.reader.next}
        disabled={next === undefined}
        onClick={() => next !== undefined && go(next)}
      >
        <span className="icon-text">{words.reader.next}</span>
        <Icon name="forward" size={16} />
      </button>
    </span>
  );
}

/** Inert until confirmed: opening it tells the site that someone reads it. */
function SourceLink({ url, label }: { readonly url: string; readonly label: string }) {
  const { state } = useApp();
  if (!/^https?:\/\//i.test(url)) return null;
  return (
    <button type="button" className="link-button" onClick={() => state.dialog.set({ type: 'leave', url })}>
      {label}
    </button>
  );
}

/** These lines as they were at the commit that was read [R4]. */
function RepoLink({ answer: { chunk, file }, collection: { sources } }: ReaderActionProps) {
  const source = sources.find(({ slug }) => slug === file.source);
  if (source?.repo === undefined || source.commit === undefined) return null;
  const path = sources.length > 1 ? chunk.path.slice(source.slug.length + 1) : chunk.path;
  const lines = { path, startLine: chunk.start_line, endLine: chunk.end_line };
  const url = toLineUrl(source.repo, { commit: source.commit, ...lines });
  return <SourceLink url={url} label={words.reader.openAt(new URL(url).host)} />;
}
