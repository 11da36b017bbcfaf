import type { Random } from '../support/random.ts';

/** A real file, or a part of one, that mutations begin with. */
export interface Seed {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** One door through which bytes that nobody vouches for come in. */
export interface FuzzTarget {
  readonly name: string;
  /** Of all runs, how many it gets, beside the others. */
  readonly weight: number;
  readonly seeds: readonly Seed[];
  /** Tokens of its formats, put in by mutations. */
  readonly tokens: readonly string[];
  /** Throws when a promise is broken: anything but an `AppError`, a difference between kernels, a line lost, a neighbour harmed. */
  check(input: Seed, random: Random): Promise<void>;
}

export interface FuzzJob {
  readonly seed: number;
  readonly from: number;
  readonly runs: number;
  /** Only these; empty: all. */
  readonly targets: readonly string[];
}

export interface Finding {
  readonly run: number;
  readonly target: string;
  readonly input: string;
  readonly problem: string;
  readonly bytes: Uint8Array;
}
