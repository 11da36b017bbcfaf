import type { PackAnswer } from '../../../engine/contract.ts';
import type { Problem } from '../read-error.ts';

export interface MadePack {
  /** Identifies the options and the state of the collection. */
  readonly key: string;
  readonly answer?: PackAnswer;
  readonly problem?: Problem;
}
