import { Fragment } from 'react';
import * as look from '../../kit/look.module.css';
import { splitName, toVisibleName, truncateMiddle } from '../../text/visible-text.ts';
import * as css from './controls.module.css';

/** Longest full name in the tooltip and for assistive technology; longer ones are truncated in the middle. */
const WHOLE_MAX = 1_000;
/** Names no wider than an ellipsis with its prefix are never truncated. */
const SHORT = 5;

interface Props {
  readonly text: string;
  readonly max?: number;
  /** Approximate number of characters at the end that stay whole. */
  readonly tail?: number;
}

/** A name on one line. Without enough room, an ellipsis replaces the end of its first part, up to a separator. */
export function MiddleText({ text, max = 96, tail = 24 }: Props) {
  const visible = toVisibleName(text);
  const [head, end] = splitName(truncateMiddle(visible, max), tail);
  const whole = truncateMiddle(visible, WHOLE_MAX);
  if (head === '' || end === '') {
    return (
      <span className={css.middlePlain} title={whole}>
        {head + end}
      </span>
    );
  }
  // CSS draws the parts while the whole text is in the DOM, so that it is read aloud and found once.
  return (
    <span className={css.middle} title={whole}>
      <span className={look.srOnly}>{whole}</span>
      <span
        className={head.length > SHORT ? css.middleHead : `${css.middleHead} ${css.middleShort}`}
        aria-hidden
        data-text={head}
      />
      <span className={css.middleTail} aria-hidden data-text={end} />
    </span>
  );
}

/** Words long enough to overflow a column; shorter ones fit a line. */
const LONG = /\S{20}/;

/** A name that wraps between its words, `setup_` and `class`, and not inside one. */
export function BreakableName({ text }: { readonly text: string }) {
  if (!LONG.test(text)) return text;
  return text.split(/(?<=[_.:/-])/).map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other key
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
