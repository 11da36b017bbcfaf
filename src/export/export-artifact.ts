import { writeCatalog } from './artifacts/write-catalog.ts';
import { writeBulk, writeChunksJsonl } from './artifacts/write-chunks-jsonl.ts';
import { writeIndexJson } from './artifacts/write-index-json.ts';
import { writeLlmMd } from './artifacts/write-llm-md.ts';
import { writeManifest, writeManifestMin, writeManifestTsv } from './artifacts/write-manifests.ts';
import { writeMapping } from './artifacts/write-mapping.ts';
import { writeOutline } from './artifacts/write-outline.ts';
import { writeSchema } from './artifacts/write-schema.ts';
import { writeSignatures } from './artifacts/write-signatures.ts';
import type { IndexView } from './contract.ts';
import { escapeHidden } from './text/hidden-text.ts';
import { toByteBlocks } from './text/text-stream.ts';
import { toExportView } from './to-export-view.ts';

export interface ArtifactOptions {
  /** Form of the chunk files that `llm.md` describes. */
  readonly form: 'full' | 'compact';
  /** Escapes invisible characters in text for models; JSON keeps the exact text, or its hashes would be wrong. */
  readonly escapeHidden: boolean;
}

const WRITERS = {
  'llm.md': writeLlmMd,
  'catalog.llm.md': writeCatalog,
  'outline.md': writeOutline,
  'signatures.md': writeSignatures,
  'index.json': writeIndexJson,
  'manifest.json': writeManifest,
  'manifest.min.json': writeManifestMin,
  'manifest.llm.tsv': writeManifestTsv,
  'chunks.jsonl': (view) => writeChunksJsonl(view),
  'bulk.ndjson': (view) => writeBulk(view),
  'mapping.json': writeMapping,
  'schema.sql': writeSchema,
} satisfies Readonly<Record<string, (view: IndexView, options: ArtifactOptions) => AsyncIterable<string>>>;

export type TextArtifactName = keyof typeof WRITERS;
export const TEXT_ARTIFACTS = Object.keys(WRITERS) as TextArtifactName[];

const DEFAULTS: ArtifactOptions = { form: 'full', escapeHidden: false };

/** Writes a single text artifact, byte for byte as in the zip. */
export function writeArtifact(
  view: IndexView,
  name: TextArtifactName,
  options: Partial<ArtifactOptions> = {},
): AsyncIterable<Uint8Array> {
  return toByteBlocks(writePieces(toExportView(view), name, { ...DEFAULTS, ...options }));
}

export function writePieces(view: IndexView, name: TextArtifactName, options: ArtifactOptions): AsyncIterable<string> {
  const pieces = WRITERS[name](view, options);
  return options.escapeHidden && !/(?:jsonl?|sql)$/.test(name) ? escapePieces(pieces) : pieces;
}

async function* escapePieces(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield escapeHidden(piece);
}
