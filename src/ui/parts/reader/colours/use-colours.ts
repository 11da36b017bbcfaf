import { useMemo } from 'react';
import type { Chunk, FileRow } from '../../../../model/chunk.ts';
import { LIMITS } from '../../../../model/limits.ts';
import { type Colours, NO_COLOURS } from '../../../../model/outputs/colours.ts';
import { useLoaded } from '../../../kit/use-loaded.ts';
import { useApp } from '../../../state/context.ts';
import { joinChunks } from './join-chunks.ts';
import { sliceColours } from './slice-colours.ts';

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
  const isWhole = chunks.length === file.chunk_count;
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
