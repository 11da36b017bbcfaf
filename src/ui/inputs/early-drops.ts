import { type DropContent, takeDrop } from './take-drop.ts';

export interface EarlyDrops {
  /** Returns the early drops; from now on the page handles drops. */
  claim(): readonly Promise<DropContent>[];
}

/** Keeps drops received while the engine starts. Without this, the browser would leave the page to show the file. */
export function keepEarlyDrops(): EarlyDrops {
  const early: Promise<DropContent>[] = [];
  const allow = (event: DragEvent) => event.preventDefault();
  const take = (event: DragEvent) => {
    event.preventDefault();
    if (event.dataTransfer) early.push(takeDrop(event.dataTransfer));
  };
  addEventListener('dragover', allow);
  addEventListener('drop', take);
  return {
    claim() {
      removeEventListener('dragover', allow);
      removeEventListener('drop', take);
      return early.splice(0);
    },
  };
}
