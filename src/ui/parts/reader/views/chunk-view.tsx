import { type ReactNode, Suspense, useMemo } from 'react';
import { rstToMarkdown } from '../../../../markdown/rst-to-markdown.ts';
import { toFileHref, toLinkTarget } from '../../../../model/address/file-href.ts';
import type { Chunk } from '../../../../model/chunk.ts';
import type { Ranges } from '../../../../model/hit.ts';
import { loadLater } from '../../../kit/load-later.ts';
import type { FindChunkColours } from '../colours/use-colours.ts';
import { findText } from '../use-find.ts';
import { ChunkTable } from './chunk-table.tsx';
import { ChunkText } from './chunk-text.tsx';
import type { DocumentLayout } from './document-layout.ts';
import { FileImage } from './file-image.tsx';
import type { ReadAs } from './find-read-as.ts';
import { ProseLink } from './prose-link.tsx';
import { useMatches } from './use-matches.ts';

const ChunkProse = loadLater(() => import('./chunk-prose.tsx'), 'ChunkProse');

/** How the chunks of a file are shown. */
export interface FileView {
  readonly collectionId: string;
  readonly query: string;
  /** Text searched in the file; marked instead of the query. */
  readonly find: RegExp | undefined;
  readonly line: number | undefined;
  readonly readAs: ReadAs | undefined;
  /** Column names: the first line of the file. */
  readonly header: string;
  /** The line that opens the code block in which a chunk begins, by ref. */
  readonly fences: ReadonlyMap<string, string>;
  readonly layout: DocumentLayout | undefined;
  /** Paths of the collection's files, by link target as written. */
  readonly links: ReadonlyMap<string, string>;
  readonly findChunkColours: FindChunkColours;
}

/** Shows one chunk in the view that suits its file. */
export function ChunkView({ chunk, view }: { readonly chunk: Chunk; readonly view: FileView }) {
  const { collectionId, query, find, line, readAs, header, layout, links, findChunkColours } = view;
  const matches = useMatches(collectionId, find === undefined ? query : '', chunk.content);
  const ranges = useMemo(() => (find === undefined ? matches : findText(chunk.content, find)), [matches, find, chunk]);
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
        text={readAs === 'rst' ? rstToMarkdown(chunk.content) : opening + chunk.content}
        startLine={chunk.start_line - (fence === undefined ? 0 : 1)}
        layout={layout}
        header={layout?.form === 'sheet' ? chunk.context?.at(-1) : undefined}
        marks={marks}
        renderLink={renderLink}
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
