import { toAsciiLower } from '../../lib/ascii.ts';
import type { DocumentBudget } from './document-budget.ts';
import type { DocumentText } from './document-text.ts';
import { createBlockWriter, FlowText, type ParagraphStyle } from './flow-text.ts';
import { RtfFonts } from './rtf-fonts.ts';
import { listRtfTokens, type RtfToken } from './rtf-tokens.ts';

/** Groups whose text is not part of the document, or is stored elsewhere. */
const LEFT_OUT = new Set(
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

type Destination = 'text' | 'left-out' | 'fonts' | 'styles' | 'title' | 'subject' | 'marker' | 'note' | 'comment';

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
    if (this.#group.destination === 'left-out') return undefined;
    if (LEFT_OUT.has(name)) return 'left-out';
    if (name === 'fonttbl') return 'fonts';
    if (name === 'stylesheet') return 'styles';
    if (name === 'title' || name === 'subject') return name;
    if (name === 'listtext' || name === 'pntext') return 'marker';
    if (name === 'footnote' || name === 'annotation') return name === 'footnote' ? 'note' : 'comment';
    return isStarred && !SHOWN.has(name) ? 'left-out' : undefined;
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
    if (isDeleted || destination === 'left-out' || destination === 'fonts') return;
    if (destination !== 'text' && destination !== 'note' && destination !== 'comment') {
      this.#texts[destination] += text;
      return;
    }
    const isAfterTable = !this.#inTable && this.#isRowOpen && !this.#hasCell;
    if (isAfterTable && destination === 'text' && text.trim() !== '') this.#closeTable();
    this.#flow.add(text);
  }
}
