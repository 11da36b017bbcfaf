import { remindCollector } from '../lib/remind-collector.ts';

/** Handles and files that may wait for the collector, 2–4 KB each. */
const MAX_WAITING = 6_000;

/** Counts the handles and files that a walk and its readers ask the browser for. */
export class HandleCount {
  #waiting = 0;

  add(handles: number): void {
    this.#waiting += handles;
    if (this.#waiting < MAX_WAITING) return;
    this.#waiting = 0;
    remindCollector();
  }
}
