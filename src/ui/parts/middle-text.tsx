import { toVisibleName, truncateMiddle } from '../visible-text.ts';

/** Long names are cut in the middle; the whole name is on hover and for assistive technology (up to what a tooltip can hold). */
const TITLE_MAX = 1_000;

export function MiddleText({
  text,
  max = 64,
  tail = 14,
}: {
  readonly text: string;
  readonly max?: number;
  readonly tail?: number;
}) {
  const visible = toVisibleName(text);
  const short = truncateMiddle(visible, max);
  const points = Array.from(short);
  const head = points.slice(0, Math.max(0, points.length - tail)).join('');
  return (
    <span className="middle" title={truncateMiddle(visible, TITLE_MAX)}>
      {short === visible ? null : <span className="sr-only">{truncateMiddle(visible, TITLE_MAX)}</span>}
      {head !== '' && (
        <span className="middle-head" aria-hidden={short === visible ? undefined : true}>
          {head}
        </span>
      )}
      <span className="middle-tail" aria-hidden={short === visible ? undefined : true}>
        {points.slice(Math.max(0, points.length - tail)).join('')}
      </span>
    </span>
  );
}
