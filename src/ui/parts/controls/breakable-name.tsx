import { Fragment } from 'react';

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
