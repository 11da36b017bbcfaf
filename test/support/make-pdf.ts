import { concatBytes, toUtf8 } from '../../src/lib/bytes.ts';

export interface PdfText {
  readonly text: string;
  readonly x: number;
  /** From the bottom of a page of 800 points. */
  readonly y: number;
  readonly size?: number;
}

export interface MadePdf {
  readonly pages: readonly (readonly PdfText[])[];
  readonly title?: string;
  /** Entry of the font for its encoding. */
  readonly encoding?: string;
  /** Names with the 0-based page and the height they point to. */
  readonly outline?: readonly (readonly [name: string, page: number, y: number])[];
}

/** A PDF written by hand: Helvetica, one stream a page. */
export function makePdf({
  pages,
  title = '',
  outline = [],
  encoding = '/WinAnsiEncoding',
}: MadePdf): Uint8Array<ArrayBuffer> {
  const objects: string[] = ['', '', `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding${encoding}>>`];
  const add = (body: string): number => objects.push(body);
  const kids = pages.map((texts) => {
    const lines = texts.map(
      ({ text, x, y, size = 10 }) => `BT /F1 ${size} Tf ${x} ${y} Td (${escapeText(text)}) Tj ET`,
    );
    const content = lines.join('\n');
    const stream = add(`<</Length ${content.length}>>\nstream\n${content}\nendstream`);
    return add(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 3 0 R>>>>/Contents ${stream} 0 R>>`,
    );
  });
  objects[1] = `<</Type/Pages/Count ${pages.length}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`;
  const root = objects.length + 1;
  const items = outline.map(([name, page, y], i) => {
    const next = i + 1 < outline.length ? `/Next ${root + i + 2} 0 R` : '';
    return `<</Title(${escapeText(name)})/Parent ${root} 0 R/Dest[${kids[page]} 0 R/XYZ 0 ${y} 0]${next}>>`;
  });
  if (items.length > 0) {
    add(`<</Type/Outlines/First ${root + 1} 0 R/Last ${root + items.length} 0 R/Count ${items.length}>>`);
    items.forEach(add);
  }
  objects[0] = `<</Type/Catalog/Pages 2 0 R${items.length > 0 ? `/Outlines ${root} 0 R` : ''}>>`;
  const info = add(`<</Title(${escapeText(title)})>>`);
  return toUtf8(join(objects, info));
}

function join(objects: readonly string[], info: number): string {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((body, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return `${text}xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R/Info ${info} 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
}

function escapeText(text: string): string {
  return text.replace(/[()\\]/g, '\\$&');
}

export interface Scan {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A PDF of scanned pages: each is one picture, at 200 dots per inch. */
export function makeScannedPdf(scans: readonly Scan[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const offsets: number[] = [];
  let length = 0;
  const write = (part: string | Uint8Array): void => {
    const bytes = typeof part === 'string' ? toUtf8(part) : part;
    parts.push(bytes);
    length += bytes.length;
  };
  const add = (head: string, stream?: string | Uint8Array): void => {
    offsets.push(length);
    write(`${offsets.length} 0 obj\n${head}`);
    if (stream !== undefined) {
      write('\nstream\n');
      write(stream);
      write('\nendstream');
    }
    write('\nendobj\n');
  };
  write('%PDF-1.7\n');
  add('<</Type/Catalog/Pages 2 0 R>>');
  add(`<</Type/Pages/Count ${scans.length}/Kids[${scans.map((_, i) => `${3 + i * 3} 0 R`).join(' ')}]>>`);
  for (const [i, { jpeg, width, height }] of scans.entries()) {
    const [wide, high] = [(width * 72) / 200, (height * 72) / 200];
    const content = `q ${wide} 0 0 ${high} 0 0 cm /Im0 Do Q`;
    add(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${wide} ${high}]/Resources<</XObject<</Im0 ${5 + i * 3} 0 R>>>>/Contents ${4 + i * 3} 0 R>>`,
    );
    add(`<</Length ${content.length}>>`, content);
    add(
      `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/Length ${jpeg.length}>>`,
      jpeg,
    );
  }
  const at = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  write(
    `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}trailer\n<</Size ${offsets.length + 1}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`,
  );
  return concatBytes(parts);
}
