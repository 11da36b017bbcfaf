import type { DocumentParts } from '../document-parts.ts';
import { formatListNumber } from './list-numbers.ts';

interface Level {
  format: string;
  text: string;
  start: number;
}

interface List {
  readonly levels: Level[];
  /** Counts of all lists that share a definition: a second list continues the count unless it says otherwise. */
  readonly counts: number[];
}

interface NumberedList {
  definition: string;
  readonly starts: Map<number, number>;
}

const LEVELS = 9;
/** The text is written before every item: a list must not expand a small file into a large text. */
const MAX_TEXT_CHARS = 100;

/** Counts list items in document order and formats their markers. */
export class DocxNumbering {
  readonly #definitions = new Map<string, List>();
  readonly #lists = new Map<string, NumberedList>();

  async read(parts: DocumentParts, part: string): Promise<void> {
    let list: List | undefined;
    let level: Level | undefined;
    let numbered: NumberedList | undefined;
    let ilvl = 0;
    await parts.readXml(part, {
      start: (tag) => {
        const value = tag.attribute('val');
        if (tag.name === 'abstractNum') {
          list = { levels: [], counts: [] };
          parts.budget.spend('items', 1);
          this.#definitions.set(tag.attribute('abstractNumId'), list);
        } else if (tag.name === 'num') {
          list = undefined;
          numbered = { definition: '', starts: new Map() };
          parts.budget.spend('items', 1);
          this.#lists.set(tag.attribute('numId'), numbered);
        } else if (tag.name === 'abstractNumId' && numbered) numbered.definition = value;
        else if (tag.name === 'lvl' && list) {
          level = { format: 'decimal', text: '', start: 1 };
          ilvl = toLevel(tag.attribute('ilvl'));
          list.levels[ilvl] = level;
        } else if (tag.name === 'lvlOverride') ilvl = toLevel(tag.attribute('ilvl'));
        else if (tag.name === 'startOverride') numbered?.starts.set(ilvl, Number(value) || 1);
        else if (!level) return;
        else if (tag.name === 'numFmt') level.format = value;
        else if (tag.name === 'lvlText') level.text = value.slice(0, MAX_TEXT_CHARS);
        else if (tag.name === 'start') level.start = Number(value) || 0;
      },
      end(name) {
        if (name === 'lvl') level = undefined;
      },
    });
  }

  /** Counts an item and returns its marker; empty for an unknown or unnumbered list. */
  next(numId: string, ilvl: number): string {
    const numbered = this.#lists.get(numId);
    const list = numbered && this.#definitions.get(numbered.definition);
    const at = Math.min(ilvl, LEVELS - 1);
    const level = list?.levels[at];
    if (!numbered || !list || !level) return '';
    const start = numbered.starts.get(at);
    numbered.starts.delete(at);
    const { counts } = list;
    counts[at] = start ?? (counts[at] === undefined ? level.start : counts[at] + 1);
    counts.length = at + 1;
    if (level.format === 'bullet') return '-';
    if (level.format === 'none') return '';
    return level.text.replace(/%([1-9])/g, (_, digit) => {
      const index = Number(digit) - 1;
      const other = list.levels[index];
      return formatListNumber(counts[index] ?? other?.start ?? 1, other?.format ?? 'decimal');
    });
  }
}

function toLevel(value: string): number {
  const level = Number(value);
  return level > 0 && level < LEVELS ? Math.floor(level) : 0;
}
