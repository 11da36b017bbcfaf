/**
 * The open elements. An end tag closes every block opened since its start tag, and nothing if its element is not open. Counts answer that without
 * walking the stack, so hostile nesting stays linear [E4]. Inline elements are only counted.
 */
export class OpenElements {
  readonly #stack: string[] = [];
  readonly #blocks = new Map<string, number>();
  readonly #inline = new Map<string, number>();

  openBlock(name: string): void {
    this.#stack.push(name);
    add(this.#blocks, name, 1);
  }

  /** Returns false if no such block was open. */
  closeBlock(name: string): boolean {
    if (this.countBlocks(name) === 0) return false;
    for (let top = this.#pop(); top !== name; ) top = this.#pop();
    return true;
  }

  closeIfTop(name: string): void {
    if (this.#stack.at(-1) === name) this.#pop();
  }

  countBlocks(name: string): number {
    return this.#blocks.get(name) ?? 0;
  }

  openInline(name: string): void {
    add(this.#inline, name, 1);
  }

  closeInline(name: string): void {
    if (this.#inline.get(name)) add(this.#inline, name, -1);
  }

  has(name: string): boolean {
    return this.countBlocks(name) > 0 || (this.#inline.get(name) ?? 0) > 0;
  }

  #pop(): string {
    const name = this.#stack.pop() as string;
    add(this.#blocks, name, -1);
    return name;
  }
}

function add(counts: Map<string, number>, name: string, change: number): void {
  counts.set(name, (counts.get(name) ?? 0) + change);
}
