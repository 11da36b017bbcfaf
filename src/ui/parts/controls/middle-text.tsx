import { toVisibleName, truncateMiddle } from '../../text/visible-text.ts';

/** Long names are cut in the middle; the whole name is on hover and for assistive technology (up to what a tooltip can hold). */
const WHOLE_MAX = 1_000;

interface Props {
  readonly text: string;
  readonly max?: number;
  /** How many characters at the end are always shown. */
  readonly tail?: number;
}

/** Shorter texts are never cut. */
const PLAIN_MAX = 24;

export function MiddleText({ text, max = 64, tail = 14 }: Props) {
  const visible = toVisibleName(text);
  if (visible.length <= PLAIN_MAX) {
    return (
      <span className="plain-name" title={visible}>
        {visible}
      </span>
    );
  }
  const points = Array.from(truncateMiddle(visible, max));
  const whole = truncateMiddle(visible, WHOLE_MAX);
  // The parts are drawn with CSS and the whole text is in the DOM, so it is read aloud and found once.
  return (
    <span className="middle" title={whole}>
      <span className="sr-only">{whole}</span>
      <span className="middle-head" aria-hidden data-text={points.slice(0, -tail).join('')} />
      <span className="middle-tail" aria-hidden data-text={points.slice(-tail).join('')} />
    </span>
  );
}
