import type { PackAnswer } from '../../../engine/contract.ts';
import type { Problem } from '../read-error.ts';
import { createSignal } from '../signal.ts';

export interface MadePack {
  /** Identifies the options and the state of the collection. */
  readonly key: string;
  readonly answer?: PackAnswer;
  readonly problem?: Problem;
}

/** The latest pack: the header and the Pack screen show the same numbers. */
export const madePack = createSignal<MadePack | undefined>(undefined);
