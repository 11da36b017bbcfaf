/** Tracks a skipped element to its end: everything inside it is skipped as well. */
export class LeftOut {
  #depth = 0;

  get isOpen(): boolean {
    return this.#depth > 0;
  }

  /** Returns true when the element that starts is skipped, itself or with the one that contains it. */
  starts(isLeftOut: boolean): boolean {
    if (this.#depth === 0 && !isLeftOut) return false;
    this.#depth++;
    return true;
  }

  /** Returns true when the element that ends was skipped. */
  ends(): boolean {
    if (this.#depth === 0) return false;
    this.#depth--;
    return true;
  }
}
