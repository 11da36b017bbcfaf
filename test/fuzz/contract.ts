import type { Random } from '../support/random.ts';

/** A real file, or a part of one, that mutations start from. */
export interface Seed {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** One entry point for untrusted bytes. */
export interface FuzzTarget {
  readonly name: string;
  /** Its share of the runs, relative to the others. */
  readonly weight: number;
  readonly seeds: readonly Seed[];
  /** Tokens of its formats for mutations. */
  readonly tokens: readonly string[];
  /** Throws if a promise is broken: an error other than an `AppError`, a difference between kernels, a lost line, a harmed neighbour. */
  check(input: Seed, random: Random): Promise<void>;
}

export interface FuzzJob {
  readonly seed: number;
  readonly from: number;
  readonly runs: number;
  /** Targets to run; empty: all. */
  readonly targets: readonly string[];
}

export interface Finding {
  readonly run: number;
  readonly target: string;
  readonly input: string;
  readonly problem: string;
  readonly bytes: Uint8Array;
}
