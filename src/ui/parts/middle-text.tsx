import { toVisibleName, truncateMiddle } from '../visible-text.ts';

/** Long names are cut in the middle; the whole name is on hover and for assistive technology (up to what a tooltip can hold). */
const WHOLE_MAX = 1_000;

interface Props {
  readonly text: string;
  readonly max?: number;
  /** How many characters at the end never give way. */
  readonly tail?: number;
}

export function MiddleText({ text, max = 64, tail = 14 }: Props) {
  const visible = toVisibleName(text);
  const short = truncateMiddle(visible, max);
  const points = Array.from(short);
  const cut = Math.max(0, points.length - tail);
  const head = points.slice(0, cut).join('');
  const rest = points.slice(cut).join('');
  if (short === visible) {
    return (
      <span className="middle" title={visible}>
        {head !== '' && <span className="middle-head">{head}</span>}
        <span className="middle-tail">{rest}</span>
      </span>
    );
  }
  const whole = truncateMiddle(visible, WHOLE_MAX);
  return (
    <span className="middle" title={whole}>
      <span className="sr-only">{whole}</span>
      <span className="middle-head" aria-hidden>
        {head}
      </span>
      <span className="middle-tail" aria-hidden>
        {rest}
      </span>
    </span>
  );
}
