/** Every number that a user may meet, with its reason. Chunk sizes are in Unicode code points. */
export const LIMITS = {
  /** The size the chunker aims for: about 1,000 tokens, small enough to quote several in one prompt. */
  chunkTargetChars: 4_000,
  /** No chunk is longer, ever [E4]. */
  chunkMaxChars: 8_000,
  /** Sections shorter than this are joined with their neighbours; 0 switches joining off. */
  chunkMinChars: 240,
  /** 10 MiB: what most tools mean by "10 MB", and a file of ten million bytes and a line end still fits. */
  maxFileBytes: 10_485_760,
  /** How much larger a document may be than other files: pictures and fonts take most of it. Its text has the usual limit. */
  documentFileFactor: 10,
  /**
   * The longest a reader may take for one file, whatever its length. Budgets end hostile files sooner; this ends readers that hang. A PDF of 1,000
   * pages takes 40 seconds of CPU, which is minutes on a busy machine.
   */
  readerMs: 300_000,
  /** The longest that recognising one page may take, in all directions; ten times what a full page takes on a slow machine. */
  ocrPageMs: 300_000,
  /** The longest that drawing a page of a PDF may take; a worker that needs more is ended. */
  pdfPageMs: 60_000,
  maxDocumentPages: 5_000,
  maxDocumentSheets: 200,
  maxDocumentRows: 100_000,
  /** Excel's own limit. */
  maxCellChars: 32_767,
  /** Enough for a header row of hundreds of columns. */
  maxContextChars: 2_000,
  /** One part of a document is held in memory as bytes and as text, which takes up to three times its size. */
  maxDocumentPartBytes: 128_000_000,
  /** All parts of a document, expanded; a part that is named twice is expanded twice. */
  maxDocumentBytes: 256_000_000,
  /** Characters that are built for each byte of text allowed: cells are copied into rows, and rows into the rows around them. */
  documentCharsFactor: 4,
  /** Paragraphs, cells and other objects of a document that are held at once: some 150 bytes each. Ten megabytes of text have fewer. */
  maxDocumentItems: 2_000_000,
  /** Cells, comparisons and other work of a reader: some seconds. Real documents take less than a tenth. */
  maxDocumentSteps: 100_000_000,
  /**
   * Iterations of all loops of pdf.js, because time would differ between machines: some seconds. Real files take up to 100 per byte, small ones up to
   * 20 million.
   */
  maxPdfSteps: 300_000_000,
  pdfStepsPerByte: 100,
  /** Expanded streams of a PDF, in addition to the limit for every document. Content that people draw stays below 10. */
  pdfBytesPerByte: 10,
  /** Streams that one page needs are in memory at once. */
  maxPdfPageBytes: 128_000_000,
  /** Codes of fonts that a PDF lists by ranges: a range of ten bytes can name 16 million. A Japanese font has 40,000. */
  maxPdfEntries: 4_000_000,
  /** Pieces of text on one page: 400 bytes each. A map with a name for every street has fewer. */
  maxPdfPageItems: 200_000,
  /** A 10 MB file of small sections needs well over 2,000 chunks. */
  maxChunksPerFile: 20_000,
  /** Anyone can copy a published folder and try passphrases on it for years. */
  minPassphraseChars: 12,
  maxTotalBytes: 1_000_000_000,
  /** Body of one bulk request; Elasticsearch and OpenSearch refuse more than 100 MB by default. */
  bulkBytes: 50_000_000,
  /** Limit of common file systems; a tar of 30 KB can name paths of half a million segments. */
  maxPathBytes: 4_096,
  maxPathSegments: 64,
  /** Above this the app asks before importing. */
  askAboveBytes: 200_000_000,
  /** The longest a regular expression may take for a whole file; 10 MB take a tenth of it, a pattern such as `(a|a)*b` would take years. */
  matchMs: 3_000,
  /** Lines of one list of matches: more than anyone looks through. The rest is counted. */
  maxOccurrenceLines: 20_000,
  /** Larger files are not parsed with tree-sitter. */
  maxOutlineBytes: 2_000_000,
  /** Longest file shown in colours: half a second of work in a worker. */
  maxColourChars: 500_000,
  /**
   * Work of one tree-sitter parse, counted in loops of the parser, because time would differ between machines. Real code takes 20–100 per byte,
   * code in a dialect the grammar does not know up to 660; hostile files would take millions.
   */
  parseFuel: 4_000_000,
  parseFuelPerByte: 600,
  /** Some seconds of work: two megabytes of real code take 200 million. */
  maxParseFuel: 300_000_000,
  /** If an import has more code than this, outlines come last, once everything can be searched. */
  outlineAtOnceBytes: 1_000_000,
  /** File bytes between sources and store at any moment. */
  inFlightBytes: 32_000_000,
  /** Text per index shard. */
  shardBytes: 16_000_000,
  /** Merging takes some 400 bytes per chunk of a shard, besides its words: 100,000 tiny files have little text. */
  shardChunks: 32_768,
  /** Shards of checkpoints live for seconds, and files are still being read while they are merged. */
  checkpointChunks: 8_192,
  /** Leaves merged into one dictionary of a published collection: some 400 MB of text. */
  publishedSegmentBytes: 400_000_000,
  /** Text of a collection in one HTML file: browsers still open a file of that size. */
  pageTextBytes: 100_000_000,
  /** A checkpoint of a long ingest or crawl is a commit like any other. */
  checkpointBytes: 16_000_000,
  /** With many tiny files the leaves are larger than the text, and wait in memory until they are saved. */
  checkpointFiles: 16_384,
  checkpointMs: 5_000,
  /** The first one comes sooner, since people start typing right after they drop a folder. */
  firstCheckpointMs: 1_000,
  /** Per kind and scan: an archive can name a million bad paths. The rest is counted. */
  maxScanWarnings: 1_000,
  /** The size of an envelope. */
  minPackTokens: 100,
  /** More than any model takes. */
  maxPackTokens: 10_000_000,
  /** A smaller pack has room for its frame, and hardly for a chunk, which an agent or a script does not see. */
  minCommandPackTokens: 500,
  /** Longer than the longest issues with their logs; every word of a question is looked up. */
  maxQuestionChars: 100_000,
  /** An answer whose citations are checked: many times the longest that models write. */
  maxAnswerChars: 5_000_000,
  /** Per collection: more than anyone would choose from in a list. */
  maxSelections: 200,
  maxSelectionNameChars: 200,
  /** Ticks of single files; a ticked folder is one. */
  maxTicks: 20_000,
  /** Includes or excludes of one selection. */
  maxGlobs: 200,
  maxGlobChars: 1_000,
  /** Steps of matching all globs of a selection with all paths: some seconds. Real patterns take a dozen steps per path. */
  maxGlobSteps: 100_000_000,
  /** Chunks picked by hand: more than fit any budget, and still a list to look through. */
  maxPicks: 2_000,
  /** An imported `selections.json`. */
  maxSelectionsBytes: 16_000_000,
  /** Texts of chunks from earlier snapshots, per collection: some years of edits, or one large pull. */
  replacedTextBytes: 64_000_000,
  /** Days a deleted collection can be restored. */
  keepDeletedDays: 30,
  maxHits: 50,
  /** Hits of one file with rows of their own when the others are folded: more would hide the next file. */
  foldedHits: 2,
  /** Best chunks whose text is read for word order: the default result page, whose texts are needed anyway. */
  maxOrdered: 20,
  /** Best hits that are sorted by date. */
  maxSorted: 10_000,
  /** Best chunks for a sentence whose files are compared: beyond them the files are too many to tell anything. No text is read. */
  maxLifted: 50,
  /** Best chunks whose text is compared with a pasted message or a literal: a longer list would delay the next key. */
  maxCompared: 100,
  /** Candidates whose text is read to verify a phrase; beyond it the result is `partial`. */
  maxPhraseCandidates: 2_000,
  /** Phrases of one query that are verified in each text; beyond it the result is `partial`. */
  maxPhrases: 16,
} as const;
