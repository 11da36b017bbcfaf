/** The ranked fields, in the order of the kernel's bits and rows. Path and title belong to files, the others to chunks. */
export const RANKED_FIELDS = ['body', 'heading', 'symbol', 'path', 'title'] as const;
export type RankedField = (typeof RANKED_FIELDS)[number];

interface ClassParameters {
  readonly k1: number;
  /** Length normalisation of each field. */
  readonly b: Readonly<Record<RankedField, number>>;
  readonly weight: Readonly<Record<RankedField, number>>;
  /** Weight of stop words in a long query. */
  readonly stop: number;
}

/** All numbers and rules of ranking; `npm run bench:quality` measures them. */
export const RANKING = {
  /** k1 is above the usual 1.2 because it saturates the sum of five weighted fields. */
  prose: {
    k1: 1.5,
    b: { body: 0.75, heading: 0.75, symbol: 0.75, path: 0.5, title: 0.75 },
    weight: { body: 1, heading: 2.5, symbol: 2, path: 2, title: 1 },
    stop: 0.3,
  },
  code: {
    k1: 1.6,
    b: { body: 0.9, heading: 0.75, symbol: 0.9, path: 0.5, title: 0.75 },
    weight: { body: 1, heading: 2, symbol: 3, path: 3, title: 1 },
    stop: 0.3,
  },
  /** Up to this many words, stop words weigh as much as the others. */
  shortQuery: 5,
  /** Added to the factor of a chunk whose own heading occurs in the query word for word; all query words in sequence add 1. */
  ownHeading: 0.2,
  /** Gain of a chunk with every query word as typed; with fewer, by the fourth power of their share. */
  allWords: 0.4,
  /** Weight of words on the first line of a query with several: the title of a pasted issue says what it is about. */
  firstLine: 2,
  /** For a sentence: share of a file's second chunk that its best one gains. */
  nextOfFile: 0.1,
  /** How fast repetition inside a query saturates: n occurrences weigh n (1 + K) / (n + K). */
  repeatK: 1,
  /** For a query that is a name: the chunk that defines it gains this many times the weight of the word. */
  definition: 3,
  /** The same for a name among other words: as often, the answer to such a question is elsewhere. */
  definitionAmong: 0.5,
  /** For a query that is a name typed as words: the chunk that defines it gains this many times the weight of all words. */
  spokenName: 1,
  /** The same while the name is being typed, or if it was found by prefix or similar spelling. */
  similarDefinition: 1,
  /** For a query that is one name: weight of its parts, relative to the whole. */
  partsOfName: 0.3,
  /** For a query that is one plain word: chunks with a name that contains it gain this many times its weight, by the name's field. */
  partOfName: { symbol: 1, path: 0.3, title: 0.3 },
  /** Weight of a compound that ends with the word, relative to the word itself. */
  compound: 0.3,
  /** For a query that is the title of a file: its chunks gain this many times the weight of all words. */
  title: 2,
  /** Factor for tests, examples, vendored and generated files and change logs, unless query or filters name them. Prose loses less: people search change logs. */
  secondary: { prose: 0.9, code: 0.7 },
} as const satisfies { prose: ClassParameters; code: ClassParameters } & Record<string, unknown>;
