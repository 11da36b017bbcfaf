import { type DropContent, takeDrop } from './take-drop.ts';

/** Keeps drops received while the engine starts. Without this, the browser would leave the page to show the file. */
export function keepEarlyDrops() {
  const early: Promise<DropContent>[] = [];
  const allow = (event: DragEvent) => event.preventDefault();
  const take = (event: DragEvent) => {
    event.preventDefault();
    if (event.dataTransfer) early.push(takeDrop(event.dataTransfer));
  };
  addEventListener('dragover', allow);
  addEventListener('drop', take);
  return {
    /** Returns the early drops; from now on the page handles drops. */
    claim(): readonly Promise<DropContent>[] {
      removeEventListener('dragover', allow);
      removeEventListener('drop', take);
      return early.splice(0);
    },
  };
}

export type EarlyDrops = ReturnType<typeof keepEarlyDrops>;
