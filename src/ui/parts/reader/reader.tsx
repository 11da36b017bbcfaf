import { useEffect, useState } from 'react';
import type { ChunkAnswer } from '../../../engine/contract.ts';
import type { Chunk } from '../../../model/chunk.ts';
import type { Collection } from '../../../model/collection.ts';
import { copyText } from '../../state/actions.ts';
import { baskets, togglePick } from '../../state/basket.ts';
import { useApp } from '../../state/context.ts';
import { type Problem, readError } from '../../state/read-error.ts';
import { navigate, toHash } from '../../state/route.ts';
import { useSignal } from '../../state/signal.ts';
import { showToast } from '../../state/toasts.ts';
import { formatCount } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { words } from '../../words/words.ts';
import { Icon } from '../controls/icon.tsx';
import { KindBadge } from '../controls/kind-badge.tsx';
import { MiddleText } from '../controls/middle-text.tsx';
import { useIsNarrow } from '../controls/use-media.ts';
import { BackButton } from './back-button.tsx';
import { toChunkMarkdown } from './chunk-markdown.ts';
import { ChunkText } from './chunk-text.tsx';
import { FileOutline } from './file-outline.tsx';
import { useMatches } from './use-matches.ts';

interface Props {
  readonly collection: Collection;
  /** Full id, short id or ref; without it, `path` and `line` say where. */
  readonly idOrRef: string | undefined;
  readonly path: string | undefined;
  readonly line: number | undefined;
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
          <span className="faint">{words.search.lines(chunk.start_line, chunk.end_line)}</span>
        </div>
        <h2>{toTitle(chunk)}</h2>
      </div>
      <Actions answer={answer} collection={collection} query={query} />
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
        {file.url !== undefined && <SourceLink url={file.url} />}
      </div>
    </section>
  );
}

interface ActionProps {
  readonly answer: ChunkAnswer;
  readonly collection: Collection;
  readonly query: string;
}

function Actions({ answer, collection, query }: ActionProps) {
  const { chunk, file } = answer;
  const picks = useSignal(baskets)[collection.id] ?? [];
  const isIn = picks.some((pick) => pick.id === chunk.id);
  const toggle = () => {
    const pick = { id: chunk.id, path: chunk.path, label: toTitle(chunk), tokens: chunk.token_estimate };
    showToast(togglePick(collection.id, pick) === 'added' ? words.reader.added : words.reader.removed);
  };
  const copy = () => void copyText(toChunkMarkdown(chunk, file, collection.name), words.reader.chunkCopied);
  const copyLink = () =>
    void copyText(`${location.href.split('#')[0]}${toLink(chunk, collection, query)}`, words.reader.linkCopied);
  return (
    <div className="toolbar">
      <button
        type="button"
        className={isIn ? 'button' : 'button primary'}
        data-key="a"
        aria-pressed={isIn}
        onClick={toggle}
      >
        {isIn && <Icon name="check" size={16} />}
        {words.reader.addToPack}
      </button>
      <button type="button" className="button" data-key="y" onClick={copy}>
        {words.reader.copyWithSource}
      </button>
      <button type="button" className="button" onClick={copyLink}>
        {words.reader.copyLink}
      </button>
    </div>
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

function Neighbours({ answer, collection, query }: ActionProps) {
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
function SourceLink({ url }: { readonly url: string }) {
  const { state } = useApp();
  if (!/^https?:\/\//i.test(url)) return null;
  return (
    <button type="button" className="link-button" onClick={() => state.dialog.set({ type: 'leave', url })}>
      {words.reader.openSource}
    </button>
  );
}

export function toTitle(chunk: Chunk): string {
  const crumbs = [...chunk.heading_path.slice(-2), ...(chunk.symbol === undefined ? [] : [chunk.symbol])];
  return toShortName(crumbs.join(' › ') || chunk.address || chunk.path.split('/').at(-1) || chunk.slug, 300);
}

function toLink(chunk: Chunk, collection: Collection, query: string): string {
  const { short_id, path, start_line } = chunk;
  return toHash({ place: 'search', collectionId: collection.id, chunk: short_id, path, line: start_line, query });
}

interface Loaded {
  readonly answer?: ChunkAnswer | undefined;
  readonly isStandIn: boolean;
  readonly problem?: Problem;
  readonly isLoading: boolean;
}

/** By id; a chunk that is gone lands on its path and line. The old chunk stays in view until the new one is there. */
function useChunk({ collection, idOrRef, path, line }: Props): Loaded {
  const { connection, state } = useApp();
  const commits = useSignal(state.commits)[collection.id] ?? 0;
  const [loaded, setLoaded] = useState<Loaded>({ isStandIn: false, isLoading: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a commit may have moved or changed the chunk
  useEffect(() => {
    let isGone = false;
    const read = async (): Promise<Loaded> => {
      const byId = idOrRef === undefined ? undefined : await connection.engine.getChunk(collection.id, idOrRef);
      if (byId !== undefined) return { answer: byId, isStandIn: false, isLoading: false };
      const byPlace =
        path === undefined ? undefined : await connection.engine.findChunkAt(collection.id, path, line ?? 1);
      return { answer: byPlace, isStandIn: idOrRef !== undefined, isLoading: false };
    };
    read().then(
      (next) => !isGone && setLoaded(next),
      (error: unknown) => !isGone && setLoaded({ isStandIn: false, isLoading: false, problem: readError(error) }),
    );
    return () => {
      isGone = true;
    };
  }, [connection, collection.id, idOrRef, path, line, commits]);
  return loaded;
}
