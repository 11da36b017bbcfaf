import { BREAKS_OUT, FOREIGN, INTEGRATION_POINTS, LEFT_OUT_TREE } from './elements.ts';

/** Follows where text is left out: raw text such as scripts, trees such as templates, and foreign content with its breakouts. */
export class LeftOut {
  /** Raw text element whose end tag is awaited. The tokenizer gives no other tag before it. */
  raw = '';
  readonly #trees: string[] = [];
  #foreign = '';
  #foreignDepth = 0;
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
    if (this.#foreign !== '') {
      if (this.isForeign && BREAKS_OUT.has(name)) {
        this.#leaveForeign();
        return this.isActive;
      }
      if (name === this.#foreign && !selfClosing) this.#foreignDepth++;
      else if (INTEGRATION_POINTS.has(name) && !selfClosing) this.#points++;
      return true;
    }
    if (FOREIGN.has(name)) {
      if (!selfClosing) {
        this.#foreign = name;
        this.#foreignDepth = 1;
      }
      return true;
    }
    if (LEFT_OUT_TREE.has(name)) {
      this.#trees.push(name);
      return true;
    }
    return this.isActive;
  }

  end(name: string): boolean {
    if (this.raw !== '') {
      if (name === this.raw) this.raw = '';
      return true;
    }
    if (this.#foreign !== '') {
      if (this.isForeign && (name === 'p' || name === 'br')) {
        this.#leaveForeign();
        return this.isActive;
      }
      if (name === this.#foreign) {
        if (--this.#foreignDepth === 0) this.#leaveForeign();
      } else if (this.#points > 0 && INTEGRATION_POINTS.has(name)) {
        this.#points--;
      }
      return true;
    }
    if (this.#trees.at(-1) === name) {
      this.#trees.pop();
      return true;
    }
    return this.isActive;
  }

  #leaveForeign(): void {
    this.#foreign = '';
    this.#foreignDepth = 0;
    this.#points = 0;
  }
}
