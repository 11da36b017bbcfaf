import { type ReactNode, Suspense, useCallback, useMemo, useRef } from 'react';
import type { Chunk } from '../../../../model/chunk.ts';
import type { Ranges } from '../../../../model/hit.ts';
import { parseAddress } from '../../../../places/address.ts';
import { toFileHref, toLinkTarget } from '../../../../places/file-href.ts';
import { Button } from '../../../kit/button.tsx';
import { loadLater, pause, useLoaded } from '../../../kit/use-loaded.ts';
import type { SlidePictures } from '../../../state/connection.ts';
import { useApp } from '../../../state/context.ts';
import { navigate, useRoute } from '../../../state/route.ts';
import { toShortName } from '../../../text/visible-text.ts';
import { readerWords } from '../../../words/search.ts';
import type { FindChunkColours } from '../colours.ts';
import { findLinkedLine } from '../source-chunks.ts';
import { ChunkTable } from './chunk-table.tsx';
import { ChunkText } from './chunk-text.tsx';
import type { DocumentLayout, ReadAs } from './layout.ts';
import * as css from './views.module.css';

const ChunkProse = loadLater(() => import('./chunk-prose.tsx'), 'ChunkProse');

/** How the chunks of a file are shown. */
export interface FileView {
  readonly collectionId: string;
  readonly query: string;
  /** Matches of a text searched in the file; marked instead of the query. */
  readonly find: ReadonlyMap<Chunk, Ranges> | undefined;
  readonly line: number | undefined;
  readonly readAs: ReadAs | undefined;
  /** Column names: the first line of the file. */
  readonly header: string;
  /** The line that opens the code block in which a chunk begins, by ref. */
  readonly fences: ReadonlyMap<string, string>;
  readonly layout: DocumentLayout | undefined;
  /** Levels of the headings of reStructuredText, by line. */
  readonly levels: ReadonlyMap<number, number> | undefined;
  /** Paths of the collection's files, by link target as written. */
  readonly links: ReadonlyMap<string, string>;
  /** Pictures of a presentation. */
  readonly slides: SlidePictures | undefined;
  readonly findChunkColours: FindChunkColours;
}

/** Shows one chunk in the view that suits its file. */
export function ChunkView({ chunk, view }: { readonly chunk: Chunk; readonly view: FileView }) {
  const { collectionId, query, find, line, readAs, header, layout, levels, links, slides, findChunkColours } = view;
  const matches = useMatches(collectionId, find === undefined ? query : '', chunk.content);
  const ranges = find === undefined ? matches : (find.get(chunk) ?? NONE);
  const marks = useMemo(() => toWords(chunk.content, ranges), [chunk, ranges]);
  const colours = useMemo(() => findChunkColours(chunk), [findChunkColours, chunk]);
  const source = <ChunkText chunk={chunk} ranges={ranges} colours={colours} line={line} />;
  if (readAs === 'table') return <ChunkTable chunk={chunk} header={header} marks={marks} />;
  if (readAs === 'image') {
    return (
      <>
        <FileImage collectionId={collectionId} path={chunk.path} alt={chunk.path} />
        {source}
      </>
    );
  }
  if (readAs === undefined) return source;
  const fence = view.fences.get(chunk.ref);
  const opening = fence === undefined ? '' : `${fence}\n`;
  const toPath = (href: string) => links.get(toLinkTarget(href)) ?? toFileHref(chunk.path, href);
  const renderLink = (href: string, children: ReactNode) => (
    <ProseLink collectionId={collectionId} href={href} path={toPath(href)}>
      {children}
    </ProseLink>
  );
  return (
    <Suspense fallback={source}>
      <ChunkProse
        text={opening + chunk.content}
        startLine={chunk.startLine - (fence === undefined ? 0 : 1)}
        path={chunk.path}
        layout={layout}
        levels={levels}
        header={layout?.form === 'sheet' ? chunk.context?.at(-1) : undefined}
        marks={marks}
        renderLink={renderLink}
        renderPlace={slides && ((address) => <Slide slides={slides} address={address} />)}
        renderImage={(src, alt) => <FileImage collectionId={collectionId} path={toPath(src)} alt={alt} />}
      />
    </Suspense>
  );
}

const MAX_WORDS = 40;

/** Returns a pattern of the matched words, to mark them where the layout differs from the source. */
function toWords(text: string, ranges: Ranges): RegExp | undefined {
  const found = new Set(ranges.map(([start, end]) => text.slice(start, end)).filter((word) => word.trim() !== ''));
  if (found.size === 0) return undefined;
  const longestFirst = [...found].sort((a, b) => b.length - a.length).slice(0, MAX_WORDS);
  return new RegExp(longestFirst.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'g');
}

interface ProseLinkProps {
  readonly collectionId: string;
  readonly href: string;
  /** Path of the collection's file that the link names. */
  readonly path: string | undefined;
  /** Without it, the line of the place that the link names. */
  readonly line?: number;
  readonly children: ReactNode;
}

/** A link in a text: opens a file of the collection, asks before it opens another site, and is plain text otherwise. */
export function ProseLink({ collectionId, href, path, line: own, children }: ProseLinkProps) {
  const { connection, state } = useApp();
  const { engine } = connection;
  const route = useRoute();
  const isAway = /^https?:\/\//i.test(href);
  if (!isAway && path === undefined) return children;
  const follow = async () => {
    if (path === undefined) return state.dialog.set({ type: 'leave', url: href });
    const hasPlace = own === undefined && href.includes('#');
    const file = hasPlace ? await engine.readFile(collectionId, path).catch(() => undefined) : undefined;
    const line = own ?? findLinkedLine(file?.chunks ?? [], href) ?? 1;
    const found = await engine.findChunkAt(collectionId, path, line).catch(() => undefined);
    if (found === undefined) state.toasts.show(readerWords.linkMissing(toShortName(path)));
    else if (route.place === 'files') navigate({ ...route, path, line });
    else navigate({ place: 'search', collectionId, chunk: found.chunk.ref, path, line, query: '' });
  };
  return (
    <Button look="link" title={toShortName(href, 300)} onClick={() => void follow()}>
      {children}
    </Button>
  );
}

interface Props {
  readonly collectionId: string;
  /** Undefined for an image outside the collection, which is never fetched. */
  readonly path: string | undefined;
  readonly alt: string;
}

const MAX_SIDE_PX = 2_000;

function FileImage({ collectionId, path, alt }: Props) {
  const { engine } = useApp().connection;
  const read = useCallback(
    async () => (path === undefined ? undefined : engine.readOriginal(collectionId, path)),
    [engine, collectionId, path],
  );
  return <Picture file={read} alt={alt} />;
}

/** The pictures of the slide at an address. */
function Slide({ slides, address }: { readonly slides: SlidePictures; readonly address: string }) {
  const slide = parseAddress(address)?.first ?? 0;
  const { value: pictures = [] } = useLoaded(() => slides(slide), [slides, slide], { onFailure: 'ignore' });
  // biome-ignore lint/suspicious/noArrayIndexKey: the pictures of a slide never move
  return pictures.map((picture, i) => <Picture key={i} file={picture} alt={address} />);
}

interface PictureProps {
  readonly file: Blob | (() => Promise<Blob | undefined>);
  readonly alt: string;
}

/** An image, drawn from its bytes. The page's policy forbids image addresses. */
function Picture({ file, alt }: PictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const draw = async (signal: AbortSignal) => {
    const blob = typeof file === 'function' ? await file() : file;
    if (blob === undefined) throw new Error('no such image');
    const bitmap = await createImageBitmap(blob);
    if (canvas.current !== null && !signal.aborted) drawOn(canvas.current, bitmap);
    bitmap.close();
    return true;
  };
  const { value: isDrawn = false, problem } = useLoaded(draw, [file], { onFailure: 'return' });
  const name = toShortName(alt.replace(/\s+/g, ' '), 200) || readerWords.image;
  if (problem !== undefined) return <span className={css.imageName}>{readerWords.imageNamed(name)}</span>;
  return <canvas ref={canvas} className={css.image} role="img" aria-label={name} hidden={!isDrawn} />;
}

function drawOn(canvas: HTMLCanvasElement, bitmap: ImageBitmap): void {
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height));
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
}

/** Pause in typing before a search; a newly opened text is searched at once. */
const REST_MS = 120;
const NONE: Ranges = [];

/** Returns the spans that match the query; empty until they are found. */
export function useMatches(collectionId: string, query: string, text: string): Ranges {
  const { engine } = useApp().connection;
  const seen = useRef<string>(undefined);
  const isAsked = query.trim() !== '';
  const find = async (signal: AbortSignal) => {
    const isNew = seen.current !== text;
    seen.current = text;
    if (!isNew) await pause(REST_MS, signal);
    return engine.findMatches(collectionId, query, text);
  };
  const load = (signal: AbortSignal) => (isAsked ? find(signal) : undefined);
  const { value } = useLoaded(load, [engine, collectionId, text], { version: query });
  return isAsked ? (value ?? NONE) : NONE;
}
