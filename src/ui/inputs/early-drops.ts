import { type DropContent, takeDrop } from './take-drop.ts';

/** Drops received while the engine was starting. Without this, the browser would leave the page to show the file. */
const early: Promise<DropContent>[] = [];
let isListening = false;

export function listenForEarlyDrops(): void {
  if (isListening) return;
  isListening = true;
  addEventListener('dragover', allow);
  addEventListener('drop', take);
}

/** Returns the early drops; from now on the page handles drops. */
export function claimEarlyDrops(): readonly Promise<DropContent>[] {
  removeEventListener('dragover', allow);
  removeEventListener('drop', take);
  isListening = false;
  return early.splice(0);
}

function allow(event: DragEvent): void {
  event.preventDefault();
}

function take(event: DragEvent): void {
  event.preventDefault();
  if (event.dataTransfer) early.push(takeDrop(event.dataTransfer));
}
