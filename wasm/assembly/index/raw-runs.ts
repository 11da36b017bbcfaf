// A cache of what runs of bytes mean: text is folded and split once per distinct spelling, not once per token.
import { Table } from '../memory/hash-table';
import { ShortKeys, UNKNOWN } from '../memory/short-keys';

export const NO_FORM: i32 = -1;
/** The run holds several forms, or its form is not remembered. */
export const SEVERAL_FORMS: i32 = -2;
/** Longer runs are not remembered. */
export const LONG: i32 = 64;

const LONG_RECORD: i32 = 16;
/** Added to what a long run means, so that 0 is "not known yet". */
const BIAS: i32 = 4;

/** Runs of at most 16 bytes. */
@lazy export const shortRuns: ShortKeys = changetype<ShortKeys>(memory.data(16, 16));
@lazy const longRuns: Table = changetype<Table>(memory.data(48, 16));
/** The last long run that was looked up. */
let longId: i32 = 0;

export function runsOpen(): void {
  shortRuns.open(1 << 14);
  longRuns.open(LONG_RECORD, 1 << 12);
}

export function runsFree(): void {
  shortRuns.free();
  longRuns.free();
}

/** For runs of 17 to LONG bytes. */
export function findLong(start: usize, length: i32): i32 {
  longId = longRuns.intern(start, length);
  let form = load<i32>(longRuns.record(longId), 12);
  return form == 0 ? UNKNOWN : form - BIAS;
}

/** Remembers the meaning of the run that `findLong` just did not know. */
export function rememberLong(form: i32): void {
  store<i32>(longRuns.record(longId), form + BIAS, 12);
}
