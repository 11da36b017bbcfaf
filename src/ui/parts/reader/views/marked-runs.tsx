import type { Ranges } from '../../../../model/hit.ts';
import { COLOUR_NAMES, type Colours, NO_COLOURS } from '../../../../model/outputs/colours.ts';
import { splitHidden } from '../../../text/visible-text.ts';
import { sliceColours } from '../colours/slice-colours.ts';

interface Props {
  readonly text: string;
  readonly ranges: Ranges;
  readonly colours?: Colours;
}

/** Text nodes with marked and coloured spans. Hidden and bidirectional controls are shown as escapes. */
export function MarkedRuns({ text, ranges, colours = NO_COLOURS }: Props) {
  const parts = [];
  let from = 0;
  for (const [start, end] of ranges) {
    parts.push(
      <Coloured key={from} text={text.slice(from, start)} colours={sliceColours(colours, from, start)} />,
      <mark key={`m${start}`}>
        <Plain text={text.slice(start, end)} />
      </mark>,
    );
    from = end;
  }
  const rest = from === 0 ? colours : sliceColours(colours, from, text.length);
  parts.push(<Coloured key={`e${from}`} text={text.slice(from)} colours={rest} />);
  return parts;
}

function Coloured({ text, colours }: { readonly text: string; readonly colours: Colours }) {
  const parts = [];
  let from = 0;
  for (let i = 0; i < colours.length; i += 3) {
    const [start = 0, end = 0, name = 0] = colours.subarray(i, i + 3);
    if (start > from) parts.push(<Plain key={from} text={text.slice(from, start)} />);
    parts.push(
      <span key={`c${start}`} className={`c-${COLOUR_NAMES[name]}`}>
        <Plain text={text.slice(start, end)} />
      </span>,
    );
    from = end;
  }
  if (from < text.length) parts.push(<Plain key={`e${from}`} text={text.slice(from)} />);
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
