import { Fragment } from 'react';

/** Shorter ones fit a line of any column. */
const LONG = /\S{20}/;

/** A name that goes over to the next line between its words, `setup_` and `class`, and not inside one. */
export function BreakableName({ text }: { readonly text: string }) {
  if (!LONG.test(text)) return text;
  return text.split(/(?<=[_.:/-])/).map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
