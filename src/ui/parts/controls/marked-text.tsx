import { Fragment } from 'react';
import type { Ranges } from '../../../model/hit.ts';
import { toVisibleName } from '../../text/visible-text.ts';

/** Text with marked spans, made of text nodes only. Spans are half-open, in order, in UTF-16 units. */
export function MarkedText({ text, ranges }: { readonly text: string; readonly ranges: Ranges }) {
  let from = 0;
  const parts = ranges.map(([start, end]) => {
    const plain = text.slice(from, start);
    from = end;
    return (
      <Fragment key={start}>
        {toVisibleName(plain)}
        <mark>{toVisibleName(text.slice(start, end))}</mark>
      </Fragment>
    );
  });
  return (
    <>
      {parts}
      {toVisibleName(text.slice(from))}
    </>
  );
}
