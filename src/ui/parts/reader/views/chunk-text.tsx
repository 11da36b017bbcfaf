import { memo } from 'react';
import type { Chunk } from '../../../../model/chunk.ts';
import type { Ranges } from '../../../../model/hit.ts';
import { MarkedRuns } from './marked-runs.tsx';
import { splitMarks } from './split-marks.ts';

interface Props {
  readonly chunk: Chunk;
  /** Spans of its content to mark. */
  readonly ranges: Ranges;
  readonly line: number | undefined;
}

/** Renders text nodes only, whatever the content is. */
export const ChunkText = memo(function ChunkText({ chunk, ranges, line }: Props) {
  const lines = splitMarks(chunk.content, ranges);
  // The text of pages and images is not their source, so its lines have no numbers.
  const isNumbered = lines.length === chunk.end_line - chunk.start_line + 1;
  return (
    <pre className="code" translate="no">
      {lines.map(({ text, marks }, i) => {
        const n = chunk.start_line + i;
        return (
          <span
            key={n}
            className={isNumbered && n === line && line !== chunk.start_line ? 'line at' : 'line'}
            data-n={isNumbered ? n : ''}
          >
            <MarkedRuns text={text} ranges={marks} />
            {'\n'}
          </span>
        );
      })}
    </pre>
  );
});
