/** The fields of ranking, in the order of the kernel's bits and rows. Path and title belong to files, the others to chunks. */
export const RANKED_FIELDS = ['body', 'heading', 'symbol', 'path', 'title'] as const;
export type RankedField = (typeof RANKED_FIELDS)[number];

interface ClassParameters {
  readonly k1: number;
  /** How much the length of each field counts. */
  readonly b: Readonly<Record<RankedField, number>>;
  readonly weight: Readonly<Record<RankedField, number>>;
  /** Of stop words in a long query. */
  readonly stop: number;
}

/** All numbers and rules of ranking. docs/measurements/quality.md has the measurement behind each line. */
export const RANKING = {
  /** k1 is above the usual 1.2 because the sum it saturates is that of five weighted fields. */
  prose: {
    k1: 1.5,
    b: { body: 0.75, heading: 0.75, symbol: 0.75, path: 0.5, title: 0.75 },
    weight: { body: 1, heading: 2.5, symbol: 2, path: 2, title: 1 },
    stop: 0.3,
  },
  /** In code stop words are keywords. */
  code: {
    k1: 1.6,
    b: { body: 0.9, heading: 0.75, symbol: 0.9, path: 0.5, title: 0.75 },
    weight: { body: 1, heading: 2, symbol: 3, path: 3, title: 1 },
    stop: 0.75,
  },
  /** A chunk whose own heading stands in the query word for word gains this; all words of the query one after the other gain 1. */
  ownHeading: 0.2,
  /** A query of several lines: what a word of its first line gets. A pasted issue says in its title what it is about. */
  firstLine: 2,
  /** How fast repetition inside a query saturates: n occurrences weigh n (1 + K) / (n + K). */
  repeatK: 1,
  /** A query that is a name: the chunk that defines it gains so many times the weight of the word. */
  definition: 3,
  /** The same for a name among other words: a question about it is answered elsewhere as often. */
  definitionAmong: 0.5,
  /** The same, while the name is still being typed, or was found by its beginning or a similar spelling. */
  similarDefinition: 1,
  /** A query that is one name: what the parts of the name weigh beside the whole. */
  partsOfName: 0.3,
  /** A query that is the title of a file: its chunks gain so many times the weight of all words. */
  title: 2,
  /** Tests, examples, vendored files and change logs, unless the query or a filter names them. Of prose less is taken: what is remembered of a change log is looked for in it. */
  secondary: { prose: 0.9, code: 0.7 },
} as const satisfies { prose: ClassParameters; code: ClassParameters } & Record<string, unknown>;
