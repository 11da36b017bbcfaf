export const MAX_RETRY_DELAYS = 10;
const LONGEST_SEC = 600;

/** True for the waits before the first, second … retry, in seconds; the last one is used for all that follow. */
export function isRetryDelays(value: unknown): value is readonly number[] {
  const isDelay = (delay: unknown) => typeof delay === 'number' && delay >= 0 && delay <= LONGEST_SEC;
  return Array.isArray(value) && value.length > 0 && value.length <= MAX_RETRY_DELAYS && value.every(isDelay);
}

/** `1, 2, 4` → [1, 2, 4]; undefined for anything else. */
export function parseRetryDelays(text: string): readonly number[] | undefined {
  const delays = text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map(Number);
  return isRetryDelays(delays) ? delays : undefined;
}
