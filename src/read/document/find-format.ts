import { fromUtf8 } from '../../lib/bytes.ts';
import type { DocumentFormat } from '../../model/kind.ts';
import { DocumentError } from './document-error.ts';
import type { DocumentParts } from './document-parts.ts';

/** Bytes searched for the signature: mail programs and scanners put lines before it. */
const HEAD_BYTES = 1024;
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** Detects the format by the first bytes; the parts of a zip decide its format. */
export function sniff(bytes: Uint8Array): 'pdf' | 'rtf' | 'zip' | 'ole' | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, HEAD_BYTES));
  if (/^\s*\{\\rtf/.test(head.replace(/^\xef\xbb\xbf/, ''))) return 'rtf';
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return 'zip';
  if (OLE.every((byte, i) => bytes[i] === byte)) return 'ole';
  return head.includes('%PDF-') ? 'pdf' : undefined;
}

type FormatPatterns = readonly (readonly [RegExp, DocumentFormat])[];

const BY_MIMETYPE: FormatPatterns = [
  [/^application\/epub\+zip$/, 'epub'],
  [/^application\/vnd\.oasis\.opendocument\.text(?:-template)?$/, 'odt'],
  [/^application\/vnd\.oasis\.opendocument\.spreadsheet(?:-template)?$/, 'ods'],
  [/^application\/vnd\.oasis\.opendocument\.presentation(?:-template)?$/, 'odp'],
];

const BY_CONTENT_TYPE: FormatPatterns = [
  [/wordprocessingml|ms-word/, 'docx'],
  [/spreadsheetml|ms-excel/, 'xlsx'],
  [/presentationml|ms-powerpoint/, 'pptx'],
];

/** Finds the format of a zip. Undefined when it is not a document. */
export async function findFormat(parts: DocumentParts): Promise<DocumentFormat | undefined> {
  const mimetype = await parts.read('mimetype').catch(() => undefined);
  const named = mimetype && findByType(BY_MIMETYPE, fromUtf8(mimetype.subarray(0, 100)).trim());
  if (named) return named;
  if (parts.has('META-INF/container.xml')) return 'epub';
  let found: DocumentFormat | undefined;
  await parts.readXml('[Content_Types].xml', {
    start(tag) {
      const type = tag.attribute('ContentType');
      if (/main\+xml$/.test(type)) found ??= findByType(BY_CONTENT_TYPE, type);
    },
  });
  if (found) return found;
  if (parts.has('word/document.xml')) return 'docx';
  if (parts.has('xl/workbook.xml')) return 'xlsx';
  return parts.has('ppt/presentation.xml') ? 'pptx' : undefined;
}

/** An encrypted Office document is stored in a container of the old binary format, like a document of that format. */
export function toOleError(bytes: Uint8Array): DocumentError {
  // The directory of the container has these names, in sectors of an even length.
  const isEncrypted = /EncryptedPackage|EncryptionInfo/.test(new TextDecoder('utf-16le').decode(bytes));
  if (isEncrypted) return new DocumentError('encrypted', 'The document is encrypted.');
  return new DocumentError('unreadable', 'The file is an Office document of the old binary format, which is not read.');
}

function findByType(patterns: FormatPatterns, type: string): DocumentFormat | undefined {
  return patterns.find(([pattern]) => pattern.test(type))?.[1];
}
