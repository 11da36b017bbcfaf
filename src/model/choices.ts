import { FIRST_SELECTION, NO_SELECTION, type Selection } from './outputs/selection.ts';

/** What a person chose for one collection. It is kept, copied and deleted with the collection. */
export interface Choices {
  /** By id, in the order in which they were made. */
  readonly selections: Readonly<Record<string, Selection>>;
  /** Id of the one that ticks, picks and questions go to. It may not be there yet. */
  readonly current: string;
  /** Agents in this browser may read the collection. Consent is for one collection: a copy does not have it. */
  readonly agents: boolean;
  /** That was switched off: a published collection is open to agents otherwise. */
  readonly agentsDenied?: boolean;
  /** By source. */
  readonly rules: Readonly<Record<string, SourceRules>>;
}

/** Globs a person gave for one source: the next sync uses them again. */
export interface SourceRules {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Those that are named change; of rules and selections, those of the sources and ids that are named. Null removes a selection. */
export interface ChoiceChanges extends Partial<Omit<Choices, 'selections'>> {
  readonly selections?: Readonly<Record<string, Selection | null>>;
}

export const NO_CHOICES: Choices = { selections: {}, current: FIRST_SELECTION, agents: false, rules: {} };
export const NO_RULES: SourceRules = { include: [], exclude: [] };

export function getCurrentSelection({ selections, current }: Pick<Choices, 'selections' | 'current'>): Selection {
  return selections[current] ?? NO_SELECTION;
}
