/** What a person chose for one collection. It is kept, copied and deleted with the collection. */
export interface Choices {
  /** Chunks picked by hand, in their order. */
  readonly basket: readonly PickedChunk[];
  /** Agents in this browser may read the collection. Consent is for one collection: a copy does not have it. */
  readonly agents: boolean;
  /** That was switched off: a published collection is open to agents otherwise. */
  readonly agentsDenied?: boolean;
  /** By source. */
  readonly rules: Readonly<Record<string, SourceRules>>;
}

/** One chunk picked by hand. Kept by id: refs move when a collection changes, ids do not. */
export interface PickedChunk {
  readonly id: string;
  readonly path: string;
  readonly label: string;
  readonly tokens: number;
}

/** Globs a person gave for one source: the next sync uses them again. */
export interface SourceRules {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

export const NO_CHOICES: Choices = { basket: [], agents: false, rules: {} };
export const NO_RULES: SourceRules = { include: [], exclude: [] };
