import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';

export type ReadPart = (name: string) => string;

/** The texts of a presentation or a workbook by regular expressions over its parts, in the order of their numbers: another way to the same words. */
export function readWithExpressions(path: string, format: string): string | undefined {
  const parts = unzipSync(new Uint8Array(readFileSync(path)));
  const read = (name: string): string => new TextDecoder().decode(parts[name] ?? new Uint8Array());
  const numbered = (pattern: RegExp): string[] =>
    Object.keys(parts)
      .filter((name) => pattern.test(name))
      .sort((a, b) => Number(/\d+(?=\.xml$)/.exec(a)?.[0]) - Number(/\d+(?=\.xml$)/.exec(b)?.[0]));
  if (format === 'pptx')
    return numbered(/^ppt\/slides\/slide\d+\.xml$/)
      .map((name) => toParagraphs(read(name)))
      .join('\n');
  if (format === 'xlsx') return readWorkbook(read);
  const body = read('content.xml').replace(/<(presentation:notes|office:annotation)\b[\s\S]*?<\/\1>/g, ' ');
  const paragraphs = body.match(/<text:(p|h)\b[^>]*(?<!\/)>[\s\S]*?<\/text:\1>/g) ?? [];
  return paragraphs.map((xml) => decode(xml.replace(/<text:(?:tab|s|line-break)\b[^>]*>/g, ' '))).join('\n');
}

/** Returns the `a:t` texts, one line per paragraph, without slide numbers, dates and footers. */
function toParagraphs(xml: string): string {
  const shapes = xml.replace(/<p:sp>(?:(?!<\/p:sp>)[\s\S])*?<p:ph [^>]*type="(?:sldNum|dt|ftr)"[\s\S]*?<\/p:sp>/g, '');
  const paragraphs = shapes.match(/<a:p>[\s\S]*?<\/a:p>/g) ?? [];
  return paragraphs
    .map((p) => [...p.matchAll(/<a:t>([\s\S]*?)<\/a:t>/g)].map(([, text]) => decode(text)).join(''))
    .join('\n');
}

/** Cells that are strings; how numbers are shown only a format can tell. */
function readWorkbook(read: ReadPart): string {
  const strings = readSharedStrings(read);
  return readSheets(read)
    .flatMap(({ sheet }) => {
      return [...sheet.matchAll(/<c\b([^>]*[^/])>([\s\S]*?)<\/c>/g)].map(([, attributes = '', cell = '']) => {
        const value = /<v>([\s\S]*?)<\/v>/.exec(cell)?.[1];
        if (/\bt="s"/.test(attributes)) return strings[Number(value)] ?? '';
        return /\bt="(?:str|inlineStr)"/.test(attributes) ? decode(value ?? cell) : '';
      });
    })
    .join('\n');
}

/** Returns the sheets that are not hidden, by name. */
export function readSheets(read: ReadPart): { name: string; sheet: string }[] {
  const targets = readTargets(read('xl/_rels/workbook.xml.rels'));
  return [...read('xl/workbook.xml').matchAll(/<sheet\b[^>]*>/g)]
    .filter(([tag]) => !/state="(?:veryH|h)idden"/.test(tag))
    .map(([tag]) => ({
      name: decode(/\bname="([^"]*)"/.exec(tag)?.[1]),
      sheet: read(`xl/${targets.get(/\br:id="([^"]*)"/.exec(tag)?.[1] ?? '')}`),
    }));
}

export function readSharedStrings(read: ReadPart): string[] {
  return [...read('xl/sharedStrings.xml').matchAll(/<si>([\s\S]*?)<\/si>|<si\/>/g)].map(([, si = '']) =>
    readTexts(si.replace(/<rPh\b[\s\S]*?<\/rPh>/g, ''), 't'),
  );
}

/** Returns the parts that a relations file names, by id. */
export function readTargets(xml: string): Map<string, string> {
  return new Map(
    [...xml.matchAll(/<Relationship\b[^>]*>/g)].map(([tag]) => [
      /\bId="([^"]*)"/.exec(tag)?.[1] ?? '',
      /\bTarget="\/?(?:xl\/|ppt\/)?([^"]*)"/.exec(tag)?.[1] ?? '',
    ]),
  );
}

/** Returns the text of all elements with this tag. */
export function readTexts(xml: string, tag: string): string {
  const found = xml.matchAll(new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}>`, 'g'));
  return [...found].map(([, text]) => decode(text)).join('');
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decode(xml = ''): string {
  return xml.replace(/<[^>]*>/g, '').replace(/&(#x?)?(\w+);/g, (all, number: string | undefined, name: string) => {
    if (number === undefined) return ENTITIES[name] ?? all;
    return String.fromCodePoint(Number.parseInt(name, number === '#x' ? 16 : 10));
  });
}
