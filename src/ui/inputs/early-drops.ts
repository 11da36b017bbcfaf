import { type Taken, takeDrop } from './take-drop.ts';

/** What was dropped while the engine was starting. Without this the browser would leave the page to show the file. */
const early: Promise<Taken>[] = [];
let isListening = false;

export function listenForEarlyDrops(): void {
  if (isListening) return;
  isListening = true;
  addEventListener('dragover', allow);
  addEventListener('drop', take);
}

/** From now on the page handles drops itself. */
export function claimEarlyDrops(): readonly Promise<Taken>[] {
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
