import { isDigit, isLetter, toAsciiLower } from '../../lib/ascii.ts';
import { decodeAs } from '../encoding/read-legacy.ts';
import { toEncoding } from '../encoding/to-encoding.ts';
import type { DocumentBudget } from './document-budget.ts';
import type { DocumentText } from './document-text.ts';
import { createBlockWriter, FlowText, type ParagraphStyle } from './flow-text.ts';

/** Groups whose text is not part of the document, or is stored elsewhere. */
const SKIPPED = new Set(
  'colortbl pict object objdata header headerl headerr headerf footer footerl footerr footerf themedata listtable listoverridetable rsidtbl generator filetbl revtbl private xmlnstbl mmathPr datastore latentstyles fldinst bkmkstart bkmkend atrfstart atrfend atnid atnauthor atndate atnref atnicn author operator company manager category keywords comment doccomm hlinkbase creatim revtim printim buptim nonshppict pnseclvl pgdsctbl template formfield ffname'.split(
    ' ',
  ),
);

/** Groups that old readers may skip, but whose text is shown. */
const SHOWN = new Set(['shptxt', 'shpinst', 'shp', 'do', 'dptxbxtext', 'cs', 'ts', 'ds']);

/** Text for each control word: a break, a punctuation mark. */
const CHARS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ tab: '\t', line: '\n', lbr: '\n', emspace: ' ', enspace: ' ', qmspace: ' ', '~': '\u00a0', _: '-' },
    ...{ emdash: '\u2014', endash: '\u2013', bullet: '\u2022' },
    ...{ lquote: '\u2018', rquote: '\u2019', ldblquote: '\u201c', rdblquote: '\u201d' },
  }),
);

type Destination = 'text' | 'skipped' | 'fonts' | 'styles' | 'title' | 'subject' | 'marker' | 'note' | 'comment';

interface Group {
  destination: Destination;
  font: number;
  /** Characters after a `\u` that repeat it for old readers. */
  fallbackChars: number;
  isDeleted: boolean;
}

/** Programs don't write documents nested this deep; deeper groups are read as one. */
const MAX_DEPTH = 10_000;

export function readRtf(bytes: Uint8Array, out: DocumentText): void {
  const reader = new RtfReader(out);
  try {
    for (const token of listRtfTokens(bytes)) reader.take(token);
  } finally {
    out.facts = reader.finish();
  }
}

class RtfReader {
  readonly #flow: FlowText;
  readonly #budget: DocumentBudget;
  readonly #fonts = new RtfFonts();
  readonly #groups: Group[] = [];
  #group: Group = { destination: 'text', font: -1, fallbackChars: 1, isDeleted: false };
  readonly #levels = new Map<number, number>();
  /** The style being defined, or the style of the open paragraph. */
  #style = 0;
  #outline = -1;
  /** Texts outside of the document's own. */
  readonly #texts = { styles: '', marker: '', title: '', subject: '' };
  #skip = 0;
  #isStarred = false;
  /** Bytes of a character set that still have to be decoded together. */
  #raw: number[] = [];
  #inTable = false;
  #isRowOpen = false;
  #hasCell = false;
  #tooDeep = 0;

  constructor(out: DocumentText) {
    this.#flow = new FlowText(createBlockWriter(out), out.budget);
    this.#budget = out.budget;
    this.#flow.startParagraph();
  }

  finish(): DocumentText['facts'] {
    this.#flush();
    this.#endParagraph();
    this.#closeTable();
    this.#flow.finish();
    return { title: this.#texts.title.trim(), description: this.#texts.subject.trim() };
  }

  take(token: RtfToken): void {
    if (token.type === 'byte') {
      if (this.#skip > 0) this.#skip--;
      else {
        this.#budget.spend('chars', 1);
        this.#raw.push(token.value);
      }
      return;
    }
    if (token.type === 'word' && token.name === 'u') {
      this.#flush();
      this.#add(String.fromCharCode(token.value & 0xffff));
      this.#skip = this.#group.fallbackChars;
      return;
    }
    this.#flush();
    this.#skip = 0;
    if (token.type === 'word') this.#word(token.name, token.value, token.hasValue);
    else if (token.type === 'open') this.#open();
    else this.#close();
  }

  #open(): void {
    if (this.#groups.length >= MAX_DEPTH) this.#tooDeep++;
    else {
      this.#groups.push(this.#group);
      this.#group = { ...this.#group };
    }
    this.#isStarred = false;
  }

  #close(): void {
    if (this.#tooDeep > 0) {
      this.#tooDeep--;
      return;
    }
    const before = this.#groups.pop();
    if (!before) return;
    const { destination } = this.#group;
    if (destination === 'styles') this.#endStyle();
    if (destination !== before.destination && (destination === 'note' || destination === 'comment')) {
      this.#flow.endParagraph();
      if (destination === 'note') this.#flow.endNote();
      else this.#flow.endComment();
    }
    this.#group = before;
  }

  #word(name: string, value: number, hasValue: boolean): void {
    const isStarred = this.#isStarred;
    this.#isStarred = name === '*';
    if (name === '*') return;
    const destination = this.#findDestination(name, isStarred);
    if (destination !== undefined) this.#enter(destination);
    else if (name === 'f' && hasValue) this.#setFont(value);
    else if (name === 'fcharset') this.#fonts.setCharset(value);
    else if (name === 'cpg') this.#fonts.setCodepage(value);
    else if (name === 'ansicpg') this.#fonts.documentCodepage = value;
    else if (name === 'uc') this.#group.fallbackChars = Math.max(0, Math.min(value, 16));
    else if (name === 'deleted') this.#group.isDeleted = !hasValue || value !== 0;
    else if (name === 'plain') this.#group.isDeleted = false;
    else if (name === 's' && hasValue) this.#style = value;
    else if (name === 'outlinelevel') this.#outline = value;
    else if (CHARS.has(name)) this.#add(CHARS.get(name) as string);
    else if (this.#group.destination !== 'styles') this.#layout(name);
  }

  #findDestination(name: string, isStarred: boolean): Destination | undefined {
    // Everything inside a skipped group is skipped.
    if (this.#group.destination === 'skipped') return undefined;
    if (SKIPPED.has(name)) return 'skipped';
    if (name === 'fonttbl') return 'fonts';
    if (name === 'stylesheet') return 'styles';
    if (name === 'title' || name === 'subject') return name;
    if (name === 'listtext' || name === 'pntext') return 'marker';
    if (name === 'footnote' || name === 'annotation') return name === 'footnote' ? 'note' : 'comment';
    return isStarred && !SHOWN.has(name) ? 'skipped' : undefined;
  }

  #enter(destination: Destination): void {
    this.#group.destination = destination;
    if (destination === 'marker') this.#texts.marker = '';
    if (destination !== 'note' && destination !== 'comment') return;
    this.#flow.start('note');
    this.#flow.startParagraph();
  }

  #setFont(font: number): void {
    this.#group.font = font;
    if (this.#group.destination === 'fonts') this.#fonts.define(font);
  }

  #layout(name: string): void {
    const { destination } = this.#group;
    if (destination === 'note' || destination === 'comment') {
      if (name !== 'par') return;
      this.#flow.endParagraph();
      this.#flow.startParagraph();
      return;
    }
    if (destination !== 'text') return;
    if (name === 'par' || name === 'sect' || name === 'page') this.#breakParagraph();
    else if (name === 'pard') {
      this.#inTable = false;
      this.#style = 0;
      this.#outline = -1;
    } else if (name === 'intbl') this.#inTable = true;
    else if (name === 'cell' || name === 'nestcell') this.#endCell();
    else if (name === 'row') this.#endRow();
  }

  #breakParagraph(): void {
    if (this.#inTable) this.#openCell();
    else this.#closeTable();
    this.#endParagraph();
    this.#flow.startParagraph();
  }

  /** A paragraph begins before it is known to be in a cell. */
  #openCell(): void {
    if (!this.#isRowOpen) {
      this.#flow.start('table');
      this.#isRowOpen = true;
    }
    if (!this.#hasCell) this.#flow.start('cell');
    this.#hasCell = true;
  }

  #endCell(): void {
    this.#openCell();
    this.#endParagraph();
    this.#flow.endCell();
    this.#hasCell = false;
    this.#flow.startParagraph();
  }

  #endRow(): void {
    if (!this.#isRowOpen) return;
    if (this.#hasCell) this.#flow.endCell();
    this.#hasCell = false;
    this.#flow.endRow();
    this.#inTable = false;
  }

  #closeTable(): void {
    if (!this.#isRowOpen) return;
    if (this.#hasCell) this.#flow.endCell();
    this.#flow.endRow();
    this.#flow.endTable();
    this.#isRowOpen = false;
    this.#hasCell = false;
  }

  #endParagraph(): void {
    if (this.#flow.isEmpty) this.#flow.endParagraph();
    else this.#flow.endParagraph(this.#toStyle());
    this.#texts.marker = '';
  }

  #toStyle(): ParagraphStyle {
    const level = this.#outline >= 0 && this.#outline < 9 ? this.#outline + 1 : (this.#levels.get(this.#style) ?? 0);
    const marker = this.#texts.marker.replace(/[\s\u00b7\uf0b7]+/g, ' ').trim();
    if (level > 0) return { kind: 'heading', level, marker };
    return this.#texts.marker === '' ? { kind: 'paragraph' } : { kind: 'item', marker: marker || '-' };
  }

  #endStyle(): void {
    const heading = /^\s*heading ([1-9])\s*;/.exec(toAsciiLower(this.#texts.styles));
    if (heading) this.#levels.set(this.#style, Number(heading[1]));
    this.#texts.styles = '';
    this.#style = 0;
  }

  #flush(): void {
    if (this.#raw.length === 0) return;
    const text = this.#fonts.decode(this.#raw, this.#group.font);
    this.#raw = [];
    this.#add(text);
  }

  #add(text: string): void {
    const { isDeleted, destination } = this.#group;
    if (isDeleted || destination === 'skipped' || destination === 'fonts') return;
    if (destination !== 'text' && destination !== 'note' && destination !== 'comment') {
      this.#texts[destination] += text;
      return;
    }
    const isAfterTable = !this.#inTable && this.#isRowOpen && !this.#hasCell;
    if (isAfterTable && destination === 'text' && text.trim() !== '') this.#closeTable();
    this.#flow.add(text);
  }
}

/** Code page for the character set of a font. */
const BY_CHARSET: Readonly<Record<number, number>> = {
  ...{ 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255 },
  ...{ 178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250, 254: 437, 255: 850 },
};
const MAC_CHARSET = 77;

/** The encoding of each font. */
class RtfFonts {
  readonly #encodings = new Map<number, string>();
  #defined = -1;
  documentCodepage = 1252;

  define(font: number): void {
    this.#defined = font;
  }

  setCharset(charset: number): void {
    const page = BY_CHARSET[charset];
    const encoding = charset === MAC_CHARSET ? 'macintosh' : page === undefined ? undefined : toPage(page);
    if (encoding !== undefined) this.#encodings.set(this.#defined, encoding);
  }

  setCodepage(page: number): void {
    const encoding = toPage(page);
    if (encoding !== undefined) this.#encodings.set(this.#defined, encoding);
  }

  decode(bytes: readonly number[], font: number): string {
    const encoding = this.#encodings.get(font) ?? toPage(this.documentCodepage) ?? 'windows-1252';
    return decodeAs(Uint8Array.from(bytes), encoding) ?? '';
  }
}

function toPage(page: number): string | undefined {
  if (page === 65_001) return 'utf-8';
  if (page === 10_000) return 'macintosh';
  return toEncoding(`cp${page}`);
}

type RtfToken =
  | { readonly type: 'open' | 'close' }
  /** A byte of text, in the encoding of its font. */
  | { readonly type: 'byte'; readonly value: number }
  | { readonly type: 'word'; readonly name: string; readonly value: number; readonly hasValue: boolean };

const OPEN = { type: 'open' } as const;
const CLOSE = { type: 'close' } as const;
const BACKSLASH = 92;
const MAX_WORD = 64;
const MAX_DIGITS = 10;

/** Splits RTF into groups, control words and bytes. Accepts any input. */
function* listRtfTokens(bytes: Uint8Array): Generator<RtfToken> {
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] as number;
    if (byte === 123) yield OPEN;
    else if (byte === 125) yield CLOSE;
    else if (byte === BACKSLASH) {
      const [token, next] = readControl(bytes, at + 1);
      if (token) yield token;
      at = next;
      continue;
    } else if (byte >= 32 || byte === 9) yield { type: 'byte', value: byte };
    at++;
  }
}

type Read = readonly [RtfToken | undefined, next: number];

/** Reads from the byte after the backslash; returns the offset after the token. */
function readControl(bytes: Uint8Array, at: number): Read {
  const byte = bytes[at];
  if (byte === undefined) return [undefined, at];
  if (isLetter(byte)) return readWord(bytes, at);
  if (byte === 39) {
    const value = Number.parseInt(String.fromCharCode(bytes[at + 1] ?? 0, bytes[at + 2] ?? 0), 16);
    return [Number.isNaN(value) ? undefined : { type: 'byte', value }, at + 3];
  }
  // `\{`, `\}` and `\\` are these characters; a line end after a backslash is a paragraph.
  if (byte === BACKSLASH || byte === 123 || byte === 125) return [{ type: 'byte', value: byte }, at + 1];
  const name = byte === 10 || byte === 13 ? 'par' : String.fromCharCode(byte);
  return [{ type: 'word', name, value: 0, hasValue: false }, at + 1];
}

function readWord(bytes: Uint8Array, start: number): Read {
  let at = start;
  while (isLetter(bytes[at] ?? 0)) at++;
  const name = String.fromCharCode(...bytes.subarray(start, Math.min(at, start + MAX_WORD)));
  const digits = at;
  if (bytes[at] === 45) at++;
  while (isDigit(bytes[at] ?? 0)) at++;
  const text = String.fromCharCode(...bytes.subarray(digits, Math.min(at, digits + MAX_DIGITS)));
  const value = Number(text) || 0;
  if (bytes[at] === 32) at++;
  // This many bytes of binary data follow.
  if (name === 'bin' && value > 0) at += value;
  return [{ type: 'word', name, value, hasValue: text !== '' }, at];
}
