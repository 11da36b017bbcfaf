import type { Chunk } from '../../model/chunk.ts';
import { escapeHidden, escapeName } from '../text/hidden-text.ts';
import { toLabel, toOneLine } from '../text/labels.ts';

interface ChunkFileOptions {
  readonly escapeHidden: boolean;
}

/** Writes YAML front matter with JSON values, a blank line, and the body. */
export function writeFullChunk(chunk: Chunk, sourceUrl: string | undefined, options: ChunkFileOptions): string {
  const { text, compacted } = toBody(chunk, options);
  const context = chunk.context === undefined ? '' : `context: ${toYamlList(chunk.context)}\n`;
  return `---
ref: ${toYaml(chunk.ref)}
id: ${toYaml(chunk.id)}
slug: ${toYaml(chunk.slug)}
path: ${toYaml(chunk.path)}
kind: ${toYaml(chunk.kind)}
lines: [${chunk.startLine},${chunk.endLine}]
token_estimate: ${chunk.tokenEstimate}
content_sha256: ${toYaml(chunk.contentHash)}
compacted: ${compacted}
heading_path: ${toYamlList(chunk.headingPath)}
symbol: ${toYaml(chunk.symbol)}
address: ${toYaml(chunk.address)}
${context}asset_path: ${toYaml(chunk.assetPath)}
source_url: ${toYaml(sourceUrl)}
---

${text}`;
}

/** Writes one `@llmx` line of six fields, one `@context` line if there is context, a blank line, and the body. `kindIndex` is the row in `manifest.llm.tsv`. */
export function writeCompactChunk(chunk: Chunk, kindIndex: number, options: ChunkFileOptions): string {
  const show = options.escapeHidden ? escapeHidden : (text: string) => text;
  const place = `${show(escapeName(chunk.path))}\t${kindIndex}\t${chunk.startLine}\t${chunk.endLine}`;
  return `@llmx\t${chunk.ref}\t${place}\t${show(toLabel(chunk))}\n${toContextLine(chunk, options)}\n${toBody(chunk, options).text}`;
}

function toContextLine({ context }: Chunk, options: ChunkFileOptions): string {
  if (context === undefined) return '';
  const texts = context.map(toOneLine).join('\t');
  return `@context\t${options.escapeHidden ? escapeHidden(texts) : texts}\n`;
}

function toBody(chunk: Chunk, options: ChunkFileOptions): { text: string; compacted: boolean } {
  const text = chunk.kind === 'text' ? compactRepeatedLines(chunk.content) : chunk.content;
  const compacted = text !== chunk.content;
  return { text: options.escapeHidden ? escapeHidden(text) : text, compacted };
}

/** YAML allows fewer raw characters than JSON: C1 controls, line separators, the BOM and non-characters must be escaped. */
function toYaml(value: string | undefined): string {
  if (value === undefined) return 'null';
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function toYamlList(values: readonly string[]): string {
  return `[${values.map(toYaml).join(',')}]`;
}

const LONGEST_KEPT_RUN = 3;

/** Replaces a run of more than three identical lines with the line and a note. Hashes and token counts still describe the original text. */
export function compactRepeatedLines(text: string): string {
  const lines = text.split('\n');
  const kept: string[] = [];
  for (let i = 0; i < lines.length; ) {
    const line = lines[i] as string;
    let end = i + 1;
    while (end < lines.length && lines[end] === line) end++;
    if (end - i > LONGEST_KEPT_RUN) kept.push(line, `... (previous line repeated ${end - i - 1} more times)`);
    else for (let j = i; j < end; j++) kept.push(line);
    i = end;
  }
  return kept.length === lines.length ? text : kept.join('\n');
}
