import { useMemo } from 'react';
import { findFirst } from '../../../lib/binary-search.ts';
import type { Chunk, FileRow } from '../../../model/chunk.ts';
import { LIMITS } from '../../../model/limits.ts';
import { type Colours, NO_COLOURS } from '../../../model/outputs/colours.ts';
import { useLoaded } from '../../kit/use-loaded.ts';
import { useApp } from '../../state/context.ts';
import { joinChunks } from './source-chunks.ts';

export type FindChunkColours = (chunk: Chunk) => Colours;

const noColours: FindChunkColours = () => NO_COLOURS;

/** Returns the colours of a text; empty until they are computed, and without an error: the text is readable without them. */
export function useColours(language: string | undefined, text: string): Colours {
  const { engine } = useApp().connection;
  const find = () =>
    language === undefined || text === '' || text.length > LIMITS.maxColourChars
      ? undefined
      : engine.findColours(language, text);
  const { value } = useLoaded(find, [engine, language, text], { onFailure: 'ignore', isBackground: true });
  return value ?? NO_COLOURS;
}

/** Returns the colours of a file by chunk. Computed for the whole file, because a chunk may begin inside a comment. */
export function useFileColours(chunks: readonly Chunk[], file: FileRow): FindChunkColours {
  const isWhole = chunks.length === file.chunkCount;
  const language = file.language || (file.kind === 'text' || file.kind === 'code' ? toFormat(file.path) : undefined);
  const { text, starts } = useMemo(
    () => (language === undefined || !isWhole ? joinChunks([]) : joinChunks(chunks)),
    [chunks, language, isWhole],
  );
  const colours = useColours(language, text);
  return useMemo(() => {
    if (colours.length === 0) return noColours;
    return ({ ref, content }) => {
      const start = starts.get(ref);
      return start === undefined ? NO_COLOURS : sliceColours(colours, start, start + content.length);
    };
  }, [colours, starts]);
}

/** Returns the extension of a text file, or the name of one without: `Dockerfile`. */
function toFormat(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return /^(docker|container)file/i.test(name) ? 'dockerfile' : name.slice(name.lastIndexOf('.') + 1);
}

/** Returns the spans inside a part of the text, relative to its start. */
export function sliceColours(colours: Colours, start: number, end: number): Colours {
  const spans: number[] = [];
  // By binary search: a large file has tens of thousands of spans, and each line needs this.
  const first = findFirst(colours.length / 3, (i) => (colours[3 * i + 1] as number) > start);
  for (let i = 3 * first; i < colours.length; i += 3) {
    const from = colours[i] as number;
    if (from >= end) break;
    spans.push(Math.max(0, from - start), Math.min(end, colours[i + 1] as number) - start, colours[i + 2] as number);
  }
  return Uint32Array.from(spans);
}
