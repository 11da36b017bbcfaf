import type { FileRow } from '../../../../model/chunk.ts';

/** Views of a file other than its source. */
export type ReadAs = 'prose' | 'rst' | 'table' | 'image' | 'document';

export function findReadAs({ kind, path }: Pick<FileRow, 'kind' | 'path'>): ReadAs | undefined {
  // The text of a book is Markdown.
  if (kind === 'image' || (kind === 'document' && !/\.epub$/i.test(path))) return kind;
  if (/\.[ct]sv$/i.test(path)) return 'table';
  if (/\.re?st$/i.test(path)) return 'rst';
  if (kind === 'markdown' || kind === 'html' || /\.(adoc|asciidoc|epub)$/i.test(path)) return 'prose';
  return undefined;
}
