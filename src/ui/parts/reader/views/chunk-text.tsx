import { memo } from 'react';
import type { Chunk } from '../../../../model/chunk.ts';
import type { Ranges } from '../../../../model/hit.ts';
import type { Colours } from '../../../../model/outputs/colours.ts';
import { sliceColours } from '../colours.ts';
import { isDrawn } from './is-drawn.ts';
import { MarkedRuns, splitMarks, useMarkInView } from './marked-runs.tsx';
import * as css from './views.module.css';

interface Props {
  readonly chunk: Chunk;
  /** Spans of the content to mark. */
  readonly ranges: Ranges;
  /** Colours of the content. */
  readonly colours: Colours;
  readonly line: number | undefined;
}

/** Renders text nodes only, whatever the content is. */
export const ChunkText = memo(function ChunkText({ chunk, ranges, colours, line }: Props) {
  const lines = splitMarks(chunk.content, ranges);
  // Text extracted from pages and images differs from its source, so its lines have no numbers.
  const isNumbered = lines.length === chunk.endLine - chunk.startLine + 1;
  const pre = useMarkInView<HTMLPreElement>(ranges);
  let start = 0;
  return (
    <pre ref={pre} className={css.code} translate="no">
      {lines.map(({ text, marks }, i) => {
        const n = chunk.startLine + i;
        const own = sliceColours(colours, start, start + text.length);
        start += text.length + 1;
        return (
          <span
            key={n}
            className={toClass(text, isNumbered && n === line && line !== chunk.startLine)}
            data-n={isNumbered ? n : ''}
            style={toIndent(text)}
          >
            <MarkedRuns text={text} ranges={marks} colours={own} />
            {'\n'}
          </span>
        );
      })}
    </pre>
  );
});

function toClass(text: string, isCurrent: boolean): string {
  return `${css.line}${isCurrent ? ` ${css.at}` : ''}${isDrawn(text) ? ` ${css.drawn}` : ''}`;
}

/** A deeper indent would leave no room for wrapped text. */
const MAX_INDENT = 24;

/** Indents the wrapped part of a line below its start. Ignores tabs, because their stops would shift. */
function toIndent(text: string): React.CSSProperties | undefined {
  const spaces = /^ */.exec(text)?.[0].length ?? 0;
  const indent = Math.min(spaces, MAX_INDENT);
  return indent === 0 || text[spaces] === '\t' ? undefined : ({ '--indent': `${indent}ch` } as React.CSSProperties);
}
