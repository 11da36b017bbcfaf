import { startTransition, useEffect, useMemo, useState } from 'react';
import type { Chunk, FileRow } from '../../../../model/chunk.ts';
import { LIMITS } from '../../../../model/limits.ts';
import { type Colours, NO_COLOURS } from '../../../../model/outputs/colours.ts';
import { useApp } from '../../../state/context.ts';
import { joinChunks } from './join-chunks.ts';
import { sliceColours } from './slice-colours.ts';

export type FindChunkColours = (chunk: Chunk) => Colours;

const noColours: FindChunkColours = () => NO_COLOURS;

/** Returns the colours of a text; empty until they are computed. */
export function useColours(language: string | undefined, text: string): Colours {
  const { engine } = useApp().connection;
  const [found, setFound] = useState<{ readonly text: string; readonly colours: Colours }>();
  useEffect(() => {
    if (language === undefined || text === '' || text.length > LIMITS.maxColourChars) return;
    let isGone = false;
    engine.findColours(language, text).then(
      // The text is already visible, so user input takes priority.
      (colours) => !isGone && startTransition(() => setFound({ text, colours })),
      // The text is readable without colours.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [engine, language, text]);
  return found?.text === text ? found.colours : NO_COLOURS;
}

/** Returns the colours of a file by chunk. Computed for the whole file, because a chunk may begin inside a comment. */
export function useFileColours(chunks: readonly Chunk[], { language, chunk_count }: FileRow): FindChunkColours {
  const isWhole = chunks.length === chunk_count;
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
