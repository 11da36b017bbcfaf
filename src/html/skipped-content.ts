import { BREAKS_OUT, FOREIGN, INTEGRATION_POINTS, SKIPPED_TREE } from './elements.ts';

/** Tracks content whose text is skipped: raw text such as scripts, trees such as templates, and foreign content with its breakouts. */
export class SkippedContent {
  /** Raw text element waiting for its end tag. The tokenizer emits no other tag before it. */
  raw = '';
  readonly #trees: string[] = [];
  /** `svg` or `math` while inside. */
  #foreign = '';
  /** Elements opened inside foreign content, including its root. */
  readonly #inner = new Map<string, number>();
  /** Open integration points of the foreign content, inside which HTML rules apply. */
  #points = 0;

  get isActive(): boolean {
    return this.raw !== '' || this.#trees.length > 0 || this.#foreign !== '';
  }

  /** Must be passed to the tokenizer, or it misreads `<![CDATA[` and raw text inside svg. */
  get isForeign(): boolean {
    return this.#foreign !== '' && this.#points === 0;
  }

  /** Returns true if the tag was handled here. */
  start(name: string, selfClosing: boolean): boolean {
    if (this.#foreign !== '') return this.#startInForeign(name, selfClosing);
    if (FOREIGN.has(name)) {
      if (!selfClosing) {
        this.#foreign = name;
        this.#inner.set(name, 1);
      }
      return true;
    }
    if (SKIPPED_TREE.has(name)) {
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

  /** `isOpenOutside` returns whether such an element was open before the foreign content; then its end tag ends both. */
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
