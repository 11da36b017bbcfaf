import { BREAKS_OUT, FOREIGN, INTEGRATION_POINTS, LEFT_OUT_TREE } from './elements.ts';

/** Tracks where text is left out: raw text such as scripts, trees such as templates, and foreign content with its breakouts. */
export class LeftOut {
  /** Raw text element whose end tag is awaited. The tokenizer gives no other tag before it. */
  raw = '';
  readonly #trees: string[] = [];
  /** `svg` or `math` while inside. */
  #foreign = '';
  /** Elements opened inside foreign content, itself included. */
  readonly #inner = new Map<string, number>();
  /** Open integration points of the foreign content: inside them HTML rules hold. */
  #points = 0;

  get isActive(): boolean {
    return this.raw !== '' || this.#trees.length > 0 || this.#foreign !== '';
  }

  /** The tokenizer must know, or `<![CDATA[` and raw text inside svg are read wrongly. */
  get isForeign(): boolean {
    return this.#foreign !== '' && this.#points === 0;
  }

  /** True when the tag is used up here. */
  start(name: string, selfClosing: boolean): boolean {
    if (this.#foreign !== '') return this.#startInForeign(name, selfClosing);
    if (FOREIGN.has(name)) {
      if (!selfClosing) {
        this.#foreign = name;
        this.#inner.set(name, 1);
      }
      return true;
    }
    if (LEFT_OUT_TREE.has(name)) {
      this.#trees.push(name);
      return true;
    }
    return this.isActive;
  }

  #startInForeign(name: string, selfClosing: boolean): boolean {
    if (this.isForeign && BREAKS_OUT.has(name)) {
      this.#leaveForeign();
      return this.isActive;
    }
    if (selfClosing) return true;
    this.#inner.set(name, (this.#inner.get(name) ?? 0) + 1);
    if (INTEGRATION_POINTS.has(name)) this.#points++;
    return true;
  }

  /** `isOpenOutside` tells whether an element of the name was open before the foreign content: its end tag ends both. */
  end(name: string, isOpenOutside: () => boolean): boolean {
    if (this.raw !== '') {
      if (name === this.raw) this.raw = '';
      return true;
    }
    if (this.#foreign !== '') return this.#endInForeign(name, isOpenOutside);
    if (this.#trees.at(-1) === name) {
      this.#trees.pop();
      return true;
    }
    return this.isActive;
  }

  #endInForeign(name: string, isOpenOutside: () => boolean): boolean {
    const count = this.#inner.get(name) ?? 0;
    if (count > 0) {
      this.#inner.set(name, count - 1);
      if (INTEGRATION_POINTS.has(name) && this.#points > 0) this.#points--;
      if (name === this.#foreign && count === 1) this.#leaveForeign();
      return true;
    }
    if (!this.isForeign || !(name === 'p' || name === 'br' || isOpenOutside())) return true;
    this.#leaveForeign();
    return this.isActive;
  }

  #leaveForeign(): void {
    this.#foreign = '';
    this.#inner.clear();
    this.#points = 0;
  }
}
