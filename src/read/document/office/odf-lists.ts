import type { XmlTag } from '../../../html/xml-reader.ts';
import { formatListNumber } from './list-numbers.ts';

interface Level {
  readonly format: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly start: number;
}

interface OpenList {
  readonly style: string;
  count: number | undefined;
}

/** Affixes are written around every number: a list must not expand a small file into a large text. */
const MAX_AFFIX_CHARS = 100;

/** The defined list styles and the open lists. */
export class OdfLists {
  readonly #styles = new Map<string, Map<string, Level>>();
  #defined: Map<string, Level> | undefined;
  readonly #open: OpenList[] = [];
  /** The next paragraph begins an item. */
  #isItemDue = false;

  /** Handles `list-style` and the elements inside it. */
  define(tag: XmlTag): void {
    if (tag.name === 'list-style') {
      this.#defined = new Map();
      this.#styles.set(tag.attribute('name'), this.#defined);
    } else if (tag.name === 'list-level-style-number') {
      this.#defined?.set(tag.attribute('level'), {
        format: tag.attribute('num-format'),
        prefix: tag.attribute('num-prefix').slice(0, MAX_AFFIX_CHARS),
        suffix: tag.attribute('num-suffix').slice(0, MAX_AFFIX_CHARS),
        start: Number(tag.attribute('start-value')) || 1,
      });
    }
  }

  startList(style: string): void {
    this.#open.push({ style: style || (this.#open.at(-1)?.style ?? ''), count: undefined });
  }

  endList(): void {
    this.#open.pop();
    this.#isItemDue = false;
  }

  startItem(): void {
    this.#isItemDue = true;
  }

  /** Returns a paragraph's marker: undefined outside of lists, blanks for the second paragraph of an item. */
  nextMarker(): string | undefined {
    const list = this.#open.at(-1);
    if (!list) return undefined;
    const depth = this.#open.length;
    const indent = '  '.repeat(Math.min(depth, 10) - 1);
    if (!this.#isItemDue) return `${indent} `;
    this.#isItemDue = false;
    const level = this.#styles.get(list.style)?.get(String(depth));
    if (!level || level.format === '') return `${indent}-`;
    list.count = list.count === undefined ? level.start : list.count + 1;
    return indent + level.prefix + formatListNumber(list.count, level.format) + level.suffix;
  }
}
