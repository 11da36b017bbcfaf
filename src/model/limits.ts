/** Every number a person may meet, with its reason. Sizes of chunks are in Unicode code points. */
export const LIMITS = {
  /** The size the chunker aims for: about 1,000 tokens, small enough to quote several in one prompt. */
  chunkTargetChars: 4_000,
  /** No chunk is longer, ever [E4]. */
  chunkMaxChars: 8_000,
  /** Sections shorter than this are joined with their neighbours; 0 switches joining off. */
  chunkMinChars: 240,
  /** 10 MiB: what most tools mean by "10 MB", and a file of ten million bytes and a line end still fits. */
  maxFileBytes: 10_485_760,
  /** A document may be so many times as large as other files: pictures and fonts take most of it. Its text may not. */
  documentFileFactor: 10,
  maxDocumentPages: 5_000,
  maxDocumentSheets: 200,
  maxDocumentRows: 100_000,
  /** A header row of hundreds of columns says what it has to in so many characters. */
  maxContextChars: 2_000,
  /** One part of a document, expanded, is held in memory as text. */
  maxDocumentPartBytes: 256_000_000,
  /** A 10 MB file of small sections needs well over 2,000 chunks. */
  maxChunksPerFile: 20_000,
  maxTotalBytes: 1_000_000_000,
  /** What file systems allow; a tar of 30 KB can name paths of half a million segments. */
  maxPathBytes: 4_096,
  maxPathSegments: 64,
  /** Above this the app asks before it reads. */
  askAboveBytes: 200_000_000,
  /** tree-sitter is not asked to parse larger files. */
  maxOutlineBytes: 2_000_000,
  /** Of a file that is shown in colours: half a second of work, of a worker. */
  maxColourChars: 500_000,
  /**
   * Work of one tree-sitter parse, counted in loops of the parser, because time would differ between machines. Real code takes 20–100 a
   * byte, code in a dialect the grammar does not know up to 660; hostile files would take millions.
   */
  parseFuel: 4_000_000,
  parseFuelPerByte: 600,
  /** Some seconds of work: two megabytes of real code take 200 million. */
  maxParseFuel: 300_000_000,
  /** Where more code than this is to be read, outlines come last, when everything can be searched. */
  outlineAtOnceBytes: 1_000_000,
  /** File bytes between sources and store at any moment. */
  inFlightBytes: 32_000_000,
  /** Small files are read while they are found, up to so many bytes of a folder: asking the browser for each of them again takes longer. */
  readAheadBytes: 8_000_000,
  readAheadFileBytes: 16_384,
  /** Text per index shard. */
  shardBytes: 16_000_000,
  /** Merging takes some 400 bytes for each chunk of a shard, beside its words: 100,000 tiny files are little text. */
  shardChunks: 32_768,
  /** Shards of checkpoints live for seconds, and files are still being read while they are merged. */
  checkpointChunks: 8_192,
  /** Leaves that are merged into one dictionary of a published collection: some 400 MB of text. */
  publishedSegmentBytes: 400_000_000,
  /** A checkpoint of a long ingest or crawl is a commit like any other. */
  checkpointBytes: 16_000_000,
  /** Of many tiny files the leaves are more than the text, and wait in memory until they are kept. */
  checkpointFiles: 16_384,
  checkpointMs: 5_000,
  /** The first one comes sooner: whoever drops a folder types at once. */
  firstCheckpointMs: 1_000,
  /** Of one kind, of one scan: an archive can name a million bad paths. The rest is counted. */
  maxScanWarnings: 1_000,
  /** More than any model takes. */
  maxPackTokens: 10_000_000,
  /** The longest issues with their logs are shorter; every word of a question is looked up. */
  maxQuestionChars: 100_000,
  /** An answer whose citations are checked: many times the longest that models give. */
  maxAnswerChars: 5_000_000,
  /** Of one collection: more than a list that a person chooses from. */
  maxSelections: 200,
  maxSelectionNameChars: 200,
  /** Ticks of single files; a ticked folder is one. */
  maxTicks: 20_000,
  /** Includes or excludes of one selection. */
  maxGlobs: 200,
  maxGlobChars: 1_000,
  /** Steps of matching all globs of a selection with all paths: some seconds. Real patterns take a dozen steps a path. */
  maxGlobSteps: 100_000_000,
  /** Chunks picked by hand: more than fits any budget, and a list that a person looks through. */
  maxPicks: 2_000,
  /** A `selections.json` that is imported. */
  maxSelectionsBytes: 16_000_000,
  /** Texts of chunks that earlier states had, of one collection: some years of edits, or one large pull. */
  replacedTextBytes: 64_000_000,
  maxHits: 50,
  /** Hits of one file that are rows of their own when the others are folded: more of them hide the next file. */
  foldedHits: 3,
  /** Best chunks whose text is looked at for the order of the words: a page that is asked for without a number, whose texts are read anyhow. */
  maxOrdered: 20,
  /** Candidates whose text is read to verify a phrase; beyond it the answer says `partial`. */
  maxPhraseCandidates: 2_000,
  /** Phrases of one question that are looked for in each text; with more of them the answer says `partial`. */
  maxPhrases: 16,
} as const;
