import { writeBulk } from './artifacts/write-bulk.ts';
import { writeCatalog } from './artifacts/write-catalog.ts';
import { writeChunksJsonl } from './artifacts/write-chunks-jsonl.ts';
import { writeIndexJson } from './artifacts/write-index-json.ts';
import { writeLlmMd } from './artifacts/write-llm-md.ts';
import { writeManifest } from './artifacts/write-manifest.ts';
import { writeManifestMin } from './artifacts/write-manifest-min.ts';
import { writeManifestTsv } from './artifacts/write-manifest-tsv.ts';
import { writeMapping } from './artifacts/write-mapping.ts';
import { writeOutline } from './artifacts/write-outline.ts';
import { writeSchema } from './artifacts/write-schema.ts';
import { writeSignatures } from './artifacts/write-signatures.ts';
import type { IndexView } from './contract.ts';
import { escapeHidden } from './text/hidden-text.ts';
import { toByteBlocks } from './text/text-stream.ts';
import { toExportView } from './to-export-view.ts';

export const TEXT_ARTIFACTS = [
  'llm.md',
  'catalog.llm.md',
  'outline.md',
  'signatures.md',
  'index.json',
  'manifest.json',
  'manifest.min.json',
  'manifest.llm.tsv',
  'chunks.jsonl',
  'bulk.ndjson',
  'mapping.json',
  'schema.sql',
] as const;
export type TextArtifactName = (typeof TEXT_ARTIFACTS)[number];

export interface ArtifactOptions {
  /** Form of the chunk files that `llm.md` describes. */
  readonly form: 'full' | 'compact';
  /** Escapes invisible characters in text for models; JSON keeps the exact text, or its hashes would be wrong. */
  readonly escapeHidden: boolean;
}

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
  const pieces = writeRaw(view, name, options);
  return options.escapeHidden && !isExact(name) ? escapePieces(pieces) : pieces;
}

function writeRaw(view: IndexView, name: TextArtifactName, options: ArtifactOptions): AsyncIterable<string> {
  switch (name) {
    case 'llm.md':
      return writeLlmMd(view, options);
    case 'catalog.llm.md':
      return writeCatalog(view);
    case 'outline.md':
      return writeOutline(view);
    case 'signatures.md':
      return writeSignatures(view);
    case 'index.json':
      return writeIndexJson(view);
    case 'manifest.json':
      return writeManifest(view);
    case 'manifest.min.json':
      return writeManifestMin(view);
    case 'manifest.llm.tsv':
      return writeManifestTsv(view);
    case 'chunks.jsonl':
      return writeChunksJsonl(view);
    case 'bulk.ndjson':
      return writeBulk(view);
    case 'mapping.json':
      return writeMapping(view);
    case 'schema.sql':
      return writeSchema(view);
  }
}

function isExact(name: TextArtifactName): boolean {
  return name.endsWith('json') || name.endsWith('jsonl') || name.endsWith('sql');
}

async function* escapePieces(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield escapeHidden(piece);
}
