/** Tells the spec, from the page or through it from the worker, while a command is still running. */
export function report(event: unknown): void {
  const scope = globalThis as unknown as { window?: unknown; postMessage(value: unknown): void };
  if (scope.window === undefined) scope.postMessage({ event });
  else tellSpec(event);
}

export function tellSpec(event: unknown): void {
  (globalThis as unknown as { storeEvent?(event: unknown): void }).storeEvent?.(event);
}
