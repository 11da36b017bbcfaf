/**
 * Open block elements. An end tag closes all that was opened since its start tag; one that was never opened closes nothing and is found out without
 * looking through the stack, so hostile nesting stays linear [E4].
 */
export class OpenBlocks {
  readonly #stack: string[] = [];
  readonly #counts = new Map<string, number>();

  open(name: string): void {
    this.#stack.push(name);
    this.#counts.set(name, this.count(name) + 1);
  }

  close(name: string): boolean {
    if (this.count(name) === 0) return false;
    for (let top = this.#pop(); top !== name; ) top = this.#pop();
    return true;
  }

  closeIfTop(name: string): void {
    if (this.#stack.at(-1) === name) this.#pop();
  }

  count(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  #pop(): string {
    const name = this.#stack.pop() as string;
    this.#counts.set(name, this.count(name) - 1);
    return name;
  }
}
