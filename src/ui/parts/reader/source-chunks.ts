import { useMemo } from 'react';
import { decodePercent } from '../../../lib/decode-percent.ts';
import { countFeeds } from '../../../lib/lines.ts';
import { findFragmentLine, isMdx } from '../../../markdown/blocks.ts';
import type { Chunk, FileRow } from '../../../model/chunk.ts';
import { useLoaded } from '../../kit/use-loaded.ts';
import { useApp } from '../../state/context.ts';

/** Returns the chunks with the file's own text. Chunks of an HTML page contain Markdown that was read from it. */
export function useSourceChunks(
  collectionId: string,
  { kind, path, sha256, chunkCount }: FileRow,
  { chunks, isSource }: { readonly chunks: readonly Chunk[]; readonly isSource: boolean },
): readonly Chunk[] {
  const { engine } = useApp().connection;
  const isPage = kind === 'html' && isSource && chunks.length === chunkCount;
  // A page of an imported collection may have no original; then the source is the text of its chunks.
  const { value: text } = useLoaded(
    async () => (isPage ? decodePage(await engine.readOriginal(collectionId, path)) : undefined),
    [engine, collectionId, path, sha256, isPage],
    { onFailure: 'ignore' },
  );
  return useMemo(() => (text === undefined || !isPage ? chunks : toSourceChunks(chunks, text)), [chunks, text, isPage]);
}

async function decodePage(original: Blob | undefined): Promise<string | undefined> {
  const bytes = await original?.arrayBuffer();
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Pages that are not UTF-8 are mostly windows-1252. In any other encoding, at least the ASCII markup is right.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Gives each chunk the lines from its first one to the next chunk's, so that every line is shown once. */
export function toSourceChunks(chunks: readonly Chunk[], text: string): Chunk[] {
  const lines = text.split(/\r\n|\r|\n/);
  let next = 1;
  return chunks.map((chunk, i) => {
    const start = next;
    next = Math.max(start, chunks[i + 1]?.startLine ?? lines.length + 1);
    return { ...chunk, startLine: start, endLine: next - 1, content: lines.slice(start - 1, next - 1).join('\n') };
  });
}

interface JoinedChunks {
  readonly text: string;
  /** Start of each chunk in the text, by ref. */
  readonly starts: ReadonlyMap<string, number>;
}

/** Joins all chunks of a file into its text. Lines between two chunks are blank, so they can be restored. */
export function joinChunks(chunks: readonly Chunk[]): JoinedChunks {
  const starts = new Map<string, number>();
  const texts: string[] = [];
  let length = 0;
  let lastLine = 0;
  const add = (text: string) => {
    texts.push(text);
    length += text.length;
  };
  for (const { ref, content, startLine, endLine } of chunks) {
    // A line longer than a chunk continues in the next one.
    if (lastLine > 0) add('\n'.repeat(Math.max(0, startLine - lastLine)));
    starts.set(ref, length);
    add(content);
    lastLine = endLine;
  }
  return { text: texts.join(''), starts };
}

/** Finds the line of a file that the fragment of a link names, given all its chunks. */
export function findLinkedLine(chunks: readonly Chunk[], href: string): number | undefined {
  const [first] = chunks;
  if (first === undefined) return undefined;
  const { text, starts } = joinChunks(chunks);
  const fragment = decodePercent(href.slice(href.indexOf('#') + 1));
  const found = findFragmentLine(text, fragment, { isPart: first.startLine > 1, isMdx: isMdx(first.path) });
  if (found === undefined) return undefined;
  // Chunks of an HTML page have fewer lines than it: the line counts from the start of its own.
  const tops = chunks.map(({ ref }) => countFeeds(text, 0, starts.get(ref)));
  const own = tops.findLastIndex((top) => top <= found);
  return (chunks[own]?.startLine ?? 1) + found - (tops[own] ?? 0);
}
