import type { Ranges } from '../../../../model/hit.ts';
import { splitHidden } from '../../../text/visible-text.ts';

/** Text nodes with marked spans. Hidden and bidirectional controls are shown as escapes. */
export function MarkedRuns({ text, ranges }: { readonly text: string; readonly ranges: Ranges }) {
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
