/** Codes are `room/what`. A problem of one item is data (Warning, Skip); a problem of a whole job is thrown as this. */
export type ErrorCode =
  | `kernel/${'unavailable' | 'out-of-memory'}`
  | `store/${'quota' | 'unavailable' | 'newer-format' | 'older-format' | 'damaged' | 'not-found' | 'busy'}`
  | `source/${'unreadable' | 'permission' | 'bad-archive'}`
  | `ocr/${'unavailable' | 'page-failed'}`
  | `read/${'grammar-missing' | 'reader-missing'}`
  | 'export/cancelled'
  | `import/${'not-ours' | 'compact' | 'damaged' | 'newer-format' | 'bad-question' | 'too-many-questions'}`
  | `publish/${'not-published' | 'newer-format' | 'bad-manifest' | 'unreachable' | 'missing' | 'damaged' | 'replaced'}`
  | `publish/${'cut-off' | 'stalled' | 'no-ranges' | 'read-only' | 'app-missing' | 'bad-page' | 'page-too-large'}`
  | `publish/${'key-needed' | 'wrong-key' | 'not-encrypted' | 'was-locked' | 'no-crypto' | 'bad-selector' | 'bad-site-address'}`
  | `engine/${'unknown-collection' | 'unknown-source' | 'unknown-job' | 'deleted' | 'cancelled' | 'busy'}`
  | `engine/${'bad-settings' | 'bad-budget' | 'bad-selection' | 'bad-note' | 'question-too-long'}`
  | `engine/${'slow-pattern' | 'bad-pattern' | 'bad-date'}`
  | `crawl/${'already-running' | 'bad-url' | 'bad-options' | 'bad-token' | 'bad-answer' | 'unreadable'}`
  | `crawl/${'too-many-entries' | 'listing-too-large' | 'rate-limited'}`
  | `crawl/repo-${'unreadable' | 'not-found' | 'no-branch' | 'no-folder' | 'refused'}`
  | `answer/${'unreachable' | 'network-denied' | 'not-a-server' | 'refused' | 'server-error' | 'other-origin'}`
  | `answer/${'unknown-model' | 'context-too-long' | 'too-long' | 'no-pack' | 'browser-model'}`
  | `thread/${'no-answer' | 'worker-died'}`
  | `app/${'framed' | 'unexpected'}`;

/** Why a source or crawl ended as it did, where nothing was thrown. */
export type ReasonCode =
  | 'engine/stopped-early'
  | `crawl/${'stopped-early' | 'not-granted' | 'no-match' | 'robots' | 'no-pages'}`;

/** Numbers and short strings about the failure; never file content. */
export type ErrorDetails = Readonly<Record<string, string | number | boolean>>;

export class AppError extends Error {
  override readonly name = 'AppError';
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message);
  }
}

export function isAppError(value: unknown): value is AppError {
  return value instanceof AppError;
}

/** Returns whether the collection or source no longer exists, so that work for it can stop quietly. */
export function isGone(error: unknown): boolean {
  return isAppError(error) && /^engine\/(?:deleted|unknown-collection|unknown-source)$/.test(error.code);
}

export function toAppError(value: unknown): AppError {
  if (value instanceof AppError) return value;
  if (value instanceof Error) return new AppError('app/unexpected', value.message, { name: value.name });
  return new AppError('app/unexpected', 'an unknown value was thrown');
}
