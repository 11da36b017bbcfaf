import { splitName } from '../../text/split-name.ts';
import { toVisibleName, truncateMiddle } from '../../text/visible-text.ts';

/** Long names are cut in the middle; the whole name is on hover and for assistive technology (up to what a tooltip can hold). */
const WHOLE_MAX = 1_000;
/** No wider than an ellipsis and what stands before it: never cut. */
const SHORT = 5;

interface Props {
  readonly text: string;
  readonly max?: number;
  /** About how many characters at the end are kept whole. */
  readonly tail?: number;
}

/** A name on one line. Where there is no room for it the end of its beginning gives way to an ellipsis, up to a separator. */
export function MiddleText({ text, max = 96, tail = 24 }: Props) {
  const visible = toVisibleName(text);
  const [head, end] = splitName(truncateMiddle(visible, max), tail);
  if (head === '' || end === '') {
    return (
      <span className="plain-name" title={truncateMiddle(visible, WHOLE_MAX)}>
        {truncateMiddle(visible, max)}
      </span>
    );
  }
  const whole = truncateMiddle(visible, WHOLE_MAX);
  // The parts are drawn with CSS and the whole text is in the DOM, so it is read aloud and found once.
  return (
    <span className="middle" title={whole}>
      <span className="sr-only">{whole}</span>
      <span className={head.length > SHORT ? 'middle-head' : 'middle-head short'} aria-hidden data-text={head} />
      <span className="middle-tail" aria-hidden data-text={end} />
    </span>
  );
}
