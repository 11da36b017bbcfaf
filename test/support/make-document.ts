import { toUtf8 } from '../../src/lib/bytes.ts';
import type { Cut } from '../../src/model/cut.ts';
import type { Warning } from '../../src/model/warning.ts';
import { readDocument } from '../../src/read/document/read-document.ts';
import { craftZip } from './craft-zip.ts';
import { nodePdf } from './node-pdf.ts';

export type Parts = Readonly<Record<string, string | Uint8Array>>;

export function makeZip(parts: Parts): Uint8Array {
  return craftZip(
    Object.entries(parts).map(([name, data]) => ({ name, data: typeof data === 'string' ? toUtf8(data) : data })),
  );
}

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export function makeRelations(rows: readonly (readonly [id: string, type: string, target: string])[]): string {
  const each = rows.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `<Relationships>${each.join('')}</Relationships>`;
}

/** A Word document of one body, with further parts by the type of their relation. */
export function makeDocx(body: string, others: Readonly<Record<string, string>> = {}, rest: Parts = {}): Uint8Array {
  const rows = Object.keys(others).map((type) => [type, type, `${type}.xml`] as const);
  return makeZip({
    '_rels/.rels': makeRelations([['r1', 'officeDocument', 'word/document.xml']]),
    'word/_rels/document.xml.rels': makeRelations(rows),
    'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>`,
    ...Object.fromEntries(Object.entries(others).map(([type, xml]) => [`word/${type}.xml`, xml])),
    ...rest,
  });
}

export interface ReadText {
  readonly text: string;
  readonly cuts: readonly Cut[];
  readonly warnings: readonly Warning[];
  readonly title: string | undefined;
  readonly refused: string | undefined;
}

export async function readText(path: string, bytes: Uint8Array, maxTextBytes = 1_000_000): Promise<ReadText> {
  const read = await readDocument({ path, bytes, maxTextBytes, targetChars: 4_000, pdfReader: nodePdf });
  return {
    text: new TextDecoder().decode(read.bytes),
    cuts: read.cuts ?? [],
    warnings: read.warnings ?? [],
    title: read.title,
    refused: read.refused,
  };
}
