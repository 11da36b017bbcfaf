import { memo } from 'react';
import type { Chunk } from '../../../model/chunk.ts';
import type { Ranges } from '../../../model/hit.ts';
import { splitHidden } from '../../text/visible-text.ts';
import { splitMarks } from './split-marks.ts';

interface Props {
  readonly chunk: Chunk;
  /** Spans of its content to mark. */
  readonly ranges: Ranges;
  readonly line: number | undefined;
}

/** Renders text nodes only, whatever the content is. Hidden and bidirectional controls are shown as escapes. */
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
            <Marked text={text} ranges={marks} />
            {'\n'}
          </span>
        );
      })}
    </pre>
  );
});

function Marked({ text, ranges }: { readonly text: string; readonly ranges: Ranges }) {
  const parts = [];
  let from = 0;
  for (const [start, end] of ranges) {
    parts.push(<Plain key={from} text={text.slice(from, start)} />);
    parts.push(
      <mark key={`m${start}`}>
        <Plain text={text.slice(start, end)} />
      </mark>,
    );
    from = end;
  }
  parts.push(<Plain key={`e${from}`} text={text.slice(from)} />);
  return parts;
}

function Plain({ text }: { readonly text: string }) {
  return splitHidden(text).map(({ text: run, hidden }, i) =>
    hidden ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: runs of a text never move
      <span key={i} className="hidden-char">
        {run}
      </span>
    ) : (
      run
    ),
  );
}
