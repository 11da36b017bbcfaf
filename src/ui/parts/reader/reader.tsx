import { useMemo, useRef, useState } from 'react';
import type { ChunkAnswer } from '../../../engine/contract.ts';
import type { Chunk } from '../../../model/chunk.ts';
import { Button } from '../../kit/button.tsx';
import { useIsNarrow, usePreference } from '../../kit/hooks.ts';
import * as look from '../../kit/look.module.css';
import { useLoaded } from '../../kit/use-loaded.ts';
import { useApp, useCommits } from '../../state/context.ts';
import { type Asked, navigate, type Route, toHash, useRoute } from '../../state/route.ts';
import { createSignal } from '../../state/signal.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { words } from '../../words/words.ts';
import { BackButton } from './back-button.tsx';
import { Backlinks } from './backlinks.tsx';
import { useFileColours } from './colours/use-colours.ts';
import { FileScroll } from './file-scroll.tsx';
import { FindBar } from './find-bar.tsx';
import * as css from './reader.module.css';
import { ReaderActions } from './reader-actions.tsx';
import { ReaderFoot } from './reader-foot.tsx';
import { ReaderHead } from './reader-head.tsx';
import { ReaderRail } from './reader-rail.tsx';
import { Neighbours, ViewSwitch } from './reader-tools.tsx';
import { type ChunkPlace, useChunk } from './use-chunk.ts';
import { useFind } from './use-find.ts';
import { useLinks } from './use-links.ts';
import { addComments, type RailRow, useRail } from './use-rail.ts';
import { useSelectAll } from './use-select-all.ts';
import { useSourceChunks } from './use-source-chunks.ts';
import type { FileView } from './views/chunk-view.tsx';
import { findLayout } from './views/document-layout.ts';
import { findFences } from './views/find-fences.ts';
import { findReadAs } from './views/find-read-as.ts';

interface Props extends ChunkPlace {
  /** Query to highlight in the text and to keep in the links. */
  readonly asked: Asked;
  readonly onClose: () => void;
}

/** A file as one scroll, opened at a chunk, with the actions for that chunk. */
export function Reader(props: Props) {
  const { onClose } = props;
  const { answer, isStandIn, problem, isLoading } = useChunk(props);
  const isNarrow = useIsNarrow();
  if (answer === undefined) {
    return (
      <section className="loading" aria-label={words.reader.label}>
        <p>{isLoading ? words.common.loading : problem ? describeProblem(problem) : words.reader.notFound}</p>
        {isNarrow && <BackButton onClose={onClose} />}
      </section>
    );
  }
  const notice = isStandIn ? words.reader.gone : answer.ambiguous ? words.reader.ambiguous : undefined;
  return <OpenFile {...props} answer={answer} notice={notice} onClose={isNarrow ? onClose : undefined} />;
}

interface OpenProps extends Pick<Props, 'collection' | 'asked' | 'line'> {
  readonly answer: ChunkAnswer;
  readonly notice: string | undefined;
  /** Set where the reader covers the list. */
  readonly onClose: (() => void) | undefined;
}

function OpenFile({ answer, collection, asked, line, notice, onClose }: OpenProps) {
  const { chunk, file } = answer;
  const [readerView, setReaderView] = usePreference('readerView');
  const scroller = useRef<HTMLDivElement>(null);
  const [topLine] = useState(() => createSignal(1));
  /** For screens without room next to the text. */
  const [showRail, setShowRail] = useState(false);
  const possible = findReadAs(file);
  const readAs = readerView === 'read' ? possible : undefined;
  const asRead = useChunks(collection.id, chunk);
  const chunks = useSourceChunks(collection.id, file, { chunks: asRead, isSource: readAs === undefined });
  const find = useFind(chunks, scroller);
  const rail = useRail(collection.id, file.path);
  const route = useRoute();
  const toPlace = (ref: string, atLine: number): Route =>
    route.place === 'files'
      ? { ...route, path: file.path, line: atLine }
      : { place: 'search', collectionId: collection.id, chunk: ref, path: file.path, line: atLine, ...asked };
  const { paths: links, backlinks } = useLinks(collection.id, file.path);
  const view = useFileView(file.path, chunks, rail, {
    collectionId: collection.id,
    query: asked.query,
    find: find.pattern,
    line,
    readAs,
    links,
    findChunkColours: useFileColours(chunks, file),
  });
  const rows = useMemo(() => addComments(rail, chunks), [rail, chunks]);
  useSelectAll(scroller, chunks);
  return (
    <section className={css.reader} aria-label={words.reader.label}>
      <ReaderHead answer={answer} collection={collection} asked={asked} onClose={onClose}>
        {possible !== undefined && <ViewSwitch view={readerView} onChange={setReaderView} />}
        <ReaderActions answer={answer} collection={collection} asked={asked} body={scroller} />
      </ReaderHead>
      <div className={css.toolbar}>
        <FindBar find={find} />
        {rail.length > 1 && (
          <Button
            look="quiet"
            className={css.railToggle}
            label={words.reader.inFile}
            aria-expanded={showRail}
            onClick={() => setShowRail(!showRail)}
          />
        )}
        <Neighbours
          answer={answer}
          onGo={(ref) => navigate(toPlace(ref, chunks.find((other) => other.ref === ref)?.start_line ?? 1))}
        />
      </div>
      <div className={showRail ? `${css.main} ${css.withRail}` : css.main}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keys */}
        <section className={css.body} aria-label={words.reader.file} ref={scroller} tabIndex={0}>
          {notice !== undefined && <p className={look.notice}>{notice}</p>}
          <FileScroll
            key={`${file.path} ${readAs}`}
            chunks={chunks}
            current={chunk.ref}
            found={find.ref}
            view={view}
            scroller={scroller}
            onPick={({ ref, start_line }) => navigate(toPlace(ref, start_line), { replace: true })}
            onTop={topLine.set}
          />
          <Backlinks collectionId={collection.id} backlinks={backlinks} />
        </section>
        <ReaderRail
          rows={rows}
          topLine={topLine}
          toHref={(row) => toHash(toPlace(row.ref, row.line))}
          onFollow={() => setShowRail(false)}
        />
      </div>
      <ReaderFoot answer={answer} collection={collection} />
    </section>
  );
}

/** Returns all chunks of the file; only the open one until they are loaded. */
function useChunks(collectionId: string, chunk: Chunk): readonly Chunk[] {
  const { engine } = useApp().connection;
  // A failure is ignored: the open chunk is already visible, and its own error is shown if it cannot be loaded.
  const { value: whole } = useLoaded(
    () => engine.readFile(collectionId, chunk.path),
    [engine, collectionId, chunk.path],
    { version: useCommits(collectionId), keep: true, onFailure: 'ignore' },
  );
  return useMemo(() => {
    const chunks = whole?.chunks ?? [];
    return chunks.some(({ id }) => id === chunk.id) ? chunks : [chunk];
  }, [whole, chunk]);
}

type Shown = Omit<FileView, 'header' | 'fences' | 'layout'>;

/** Returns the same object until the view changes: a file has thousands of chunks, and each would be rendered again. */
function useFileView(path: string, chunks: readonly Chunk[], rail: readonly RailRow[], shown: Shown): FileView {
  const { collectionId, query, find, line, readAs, links, findChunkColours } = shown;
  const fences = useMemo(() => (readAs === 'prose' ? findFences(chunks) : new Map<string, string>()), [chunks, readAs]);
  const layout = useMemo(
    () => (readAs === 'document' ? findLayout(path, chunks, rail) : undefined),
    [path, chunks, rail, readAs],
  );
  const header = chunks[0]?.content.split('\n', 1)[0] ?? '';
  return useMemo(
    () => ({ collectionId, query, find, line, readAs, links, findChunkColours, header, fences, layout }),
    [collectionId, query, find, line, readAs, links, findChunkColours, header, fences, layout],
  );
}
