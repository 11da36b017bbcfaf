import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { unzipSync } from 'fflate';
import { toWords } from '../../support/document-readers.ts';
import { type ReadPart, readSharedStrings, readSheets, readTargets, readTexts } from '../../support/xml-oracle.ts';

/** The words of each page, slide or row of a document by other means: pdftotext, or expressions over the parts of the zip. Undefined where they find nothing. */
export function readPages(path: string): ReadonlyMap<string, readonly string[]> | undefined {
  try {
    if (extname(path) === '.pdf') return readPdf(path);
    const parts = unzipSync(new Uint8Array(readFileSync(path)));
    const read = (name: string): string => new TextDecoder().decode(parts[name] ?? new Uint8Array());
    return extname(path) === '.pptx' ? readSlides(read) : readRows(read);
  } catch {
    return undefined;
  }
}

function readPdf(path: string): Map<string, string[]> {
  const text = execFileSync('pdftotext', ['-enc', 'UTF-8', path, '-'], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const pages = text.split('\f').slice(0, -1);
  return new Map(pages.map((page, i) => [`p. ${i + 1}`, toWords(page)]));
}

function readSlides(read: ReadPart): Map<string, string[]> {
  const targets = readTargets(read('ppt/_rels/presentation.xml.rels'));
  const ids = [...read('ppt/presentation.xml').matchAll(/<p:sldId\b[^>]*\br:id="([^"]*)"/g)];
  return new Map(
    ids.map(([, id = ''], i) => {
      const part = targets.get(id) ?? '';
      const notes = [...readTargets(read(`ppt/slides/_rels/${part.split('/').at(-1)}.rels`)).values()];
      const parts = [
        part,
        ...notes.filter((name) => name.includes('notesSlide')).map((name) => name.replace('../', '')),
      ];
      return [`slide ${i + 1}`, toWords(parts.map((name) => readParagraphs(read(`ppt/${name}`))).join('\n'))];
    }),
  );
}

function readParagraphs(xml: string): string {
  return (xml.match(/<a:p>[\s\S]*?<\/a:p>/g) ?? [])
    .map((p) => readTexts(p.replace(/<a:br\b[^>]*>/g, '<a:t> </a:t>'), '[am]:t'))
    .join('\n');
}

/** Reads shared strings only: the text of a number depends on its format. */
function readRows(read: ReadPart): Map<string, string[]> {
  const strings = readSharedStrings(read);
  const rows = new Map<string, string[]>();
  for (const { name, sheet } of readSheets(read)) {
    for (const [, row, number = ''] of sheet.matchAll(/<c\b([^>]*\br="[A-Z]+(\d+)"[^>]*)>(?=\s*<v>)/g)) {
      if (!/\bt="s"/.test(row ?? '')) continue;
      const at = sheet.indexOf('<v>', sheet.indexOf(row ?? ''));
      const words = toWords(strings[Number(/^<v>(\d+)/.exec(sheet.slice(at, at + 16))?.[1])] ?? '');
      const key = `${name}!${number}`;
      rows.set(key, [...(rows.get(key) ?? []), ...words]);
    }
  }
  return rows;
}

/** A piece of an output and the pages it says it is from. */
export interface MarkedText {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

const RANGE = /^(?:(p\.|ch\.|slide)s? (\d+)(?:-(\d+))?|([^:]+)!(\d+):(\d+)|(.+!\d+:\d+) to (.+!\d+:\d+))$/;

/** The first and the last place of a range, as the test reads it. */
export function splitRange(range: string): readonly [string, string] | undefined {
  const [, unit, first, last = first, sheet, top, bottom, from, to] = RANGE.exec(range) ?? [];
  if (from !== undefined && to !== undefined) return [from.replace(/:\d+$/, ''), to.replace(/!\d+:/, '!')];
  if (unit !== undefined) return [`${unit} ${first}`, `${unit} ${last}`];
  return sheet === undefined ? undefined : [`${sheet}!${top}`, `${sheet}!${bottom}`];
}

/** Every section of a pack or single file in Markdown that is of this file, cut at its marks. Throws where a heading does not name the marks below it. */
export function readMarked(output: string, path: string): MarkedText[] {
  const texts: MarkedText[] = [];
  const lines = output.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    const heading = /^##+ /.exec(line)?.[0];
    if (heading === undefined || !line.startsWith(`${heading}${path} `)) continue;
    const name = line.slice(heading.length + path.length + 1);
    if (name === '(outline)') continue;
    while (!/^`{3,}/.test(lines[++i] ?? '```'));
    const fence = /^`+/.exec(lines[i] as string)?.[0] as string;
    const body: string[] = [];
    while (lines[++i] !== fence) body.push(lines[i] as string);
    texts.push(...cutAtMarks(body, name));
  }
  return texts;
}

function cutAtMarks(body: readonly string[], heading: string): MarkedText[] {
  const texts: { from: string; to: string; lines: string[] }[] = [];
  for (const line of body) {
    const mark = /^\[(.*)\]$/.exec(line)?.[1];
    const range = mark === undefined ? undefined : splitRange(mark);
    if (range === undefined) texts.at(-1)?.lines.push(line);
    else texts.push({ from: range[0], to: range[1], lines: [] });
    if (range === undefined && texts.length === 0) {
      const own = splitRange(withoutLabel(heading));
      if (own === undefined) throw new Error(`a heading without pages: ${heading}`);
      texts.push({ from: own[0], to: own[1], lines: [line] });
    }
  }
  const [first, last] = splitRange(withoutLabel(heading)) ?? [];
  if (texts.length > 1 && (texts[0]?.from !== first || texts.at(-1)?.to !== last))
    throw new Error(`${heading} holds ${texts[0]?.from} to ${texts.at(-1)?.to}`);
  return texts.map(({ from, to, lines }) => ({ from, to, text: lines.join('\n') }));
}

function withoutLabel(heading: string): string {
  return /^(.*?\d)(?: \(.*\))?$/.exec(heading)?.[1] ?? heading;
}
