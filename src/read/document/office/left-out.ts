/** Knows where an element that is left out ends: whatever lies in it is left out as well. */
export class LeftOut {
  #depth = 0;

  get isOpen(): boolean {
    return this.#depth > 0;
  }

  /** True when the element that starts is left out, by itself or with the one it lies in. */
  starts(isLeftOut: boolean): boolean {
    if (this.#depth === 0 && !isLeftOut) return false;
    this.#depth++;
    return true;
  }

  /** True when the element that ends was left out. */
  ends(): boolean {
    if (this.#depth === 0) return false;
    this.#depth--;
    return true;
  }
}
