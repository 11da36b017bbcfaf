import { findDocumentFormat } from '../kinds/document-format.ts';
import {
  KIND_BY_LANGUAGE,
  LANGUAGE_BY_EXTENSION,
  LANGUAGE_BY_NAME,
  MARKUP,
  MARKUP_BY_EXTENSION,
  PLAIN_BY_EXTENSION,
} from '../kinds/programming-languages.ts';
import { toAsciiLower } from '../lib/ascii.ts';
import { toBaseName } from '../lib/base-name.ts';
import type { Kind } from '../model/kind.ts';
import type { Detected } from './contract.ts';
import { findTextScanner } from './text/formats.ts';

const MARKDOWN = ['md', 'markdown', 'mdx', 'mdown'];
const JSON_LIKE = ['json', 'jsonc', 'json5', 'webmanifest', 'jsonl', 'ndjson', 'ipynb'];
const HTML = ['html', 'htm', 'xhtml'];
const IMAGE = ['png', 'jpg', 'jpeg', 'webp', 'gif', 'bmp', 'avif', 'ico', 'svg'];

const KIND_BY_EXTENSION: ReadonlyMap<string, Kind> = new Map([
  ...MARKDOWN.map((extension) => [extension, 'markdown'] as const),
  ...JSON_LIKE.map((extension) => [extension, 'json'] as const),
  ...HTML.map((extension) => [extension, 'html'] as const),
  ...IMAGE.map((extension) => [extension, 'image'] as const),
]);

/** Detects the kind by the lower-case name only. HTML that turns out to be a template becomes code when it is read. */
export function detect(path: string): Detected {
  const name = toAsciiLower(toBaseName(path));
  if (/^llms(?:-.*)?\.txt$/s.test(name)) return { kind: 'markdown', language: '', reader: 'kernel' };
  if (name.endsWith('.canvas')) return { kind: 'markdown', language: '', reader: 'json' };
  const dot = name.lastIndexOf('.');
  const extension = dot < 0 ? '' : name.slice(dot + 1);
  if (findDocumentFormat(name) !== undefined) return { kind: 'document', language: '', reader: 'document' };
  const kind = KIND_BY_EXTENSION.get(extension);
  if (kind) return { kind, language: '', reader: kind === 'html' || kind === 'json' ? kind : 'kernel' };
  const markup = MARKUP_BY_EXTENSION.get(extension);
  if (markup) return { kind: 'code', language: markup, reader: MARKUP.has(markup) ? 'code' : 'kernel' };
  const hasScanner = findTextScanner(name) !== undefined;
  const plain = hasScanner ? undefined : PLAIN_BY_EXTENSION.get(extension);
  const language = LANGUAGE_BY_NAME.get(name) ?? LANGUAGE_BY_EXTENSION.get(extension) ?? plain;
  if (language === undefined) return { kind: 'text', language: '', reader: hasScanner ? 'text' : 'kernel' };
  return { kind: KIND_BY_LANGUAGE.get(language) ?? 'code', language, reader: 'code' };
}
