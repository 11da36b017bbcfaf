export const KINDS = [
  'markdown',
  'json',
  'html',
  'java_script',
  'code',
  'text',
  'image',
  'document',
  'unknown',
  'type_script',
] as const;
/**
 * Decided by the file name, even if reading falls back to text; only HTML that is a template becomes `code`. `unknown` comes from imports only.
 * Stored bytes hold the places in this list.
 */
export type Kind = (typeof KINDS)[number];

export function isCodeKind(kind: string): boolean {
  return kind === 'code' || kind === 'java_script' || kind === 'type_script';
}

export const DOCUMENT_FORMATS = ['pdf', 'docx', 'odt', 'rtf', 'pptx', 'odp', 'xlsx', 'ods', 'epub'] as const;
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];
