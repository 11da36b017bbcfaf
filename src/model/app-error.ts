/** Codes are `room/what`. A problem of one item is data (Warning, Skip); a problem of a whole job is thrown as this. */
export type ErrorCode =
  | 'kernel/unavailable'
  | 'kernel/out-of-memory'
  | 'store/quota'
  | 'store/unavailable'
  | 'store/newer-format'
  | 'store/older-format'
  | 'store/damaged'
  | 'store/not-found'
  | 'store/busy'
  | 'source/unreadable'
  | 'source/permission'
  | 'source/bad-archive'
  | 'read/grammar-missing'
  | 'read/reader-missing'
  | 'export/cancelled'
  | 'export/no-target'
  | 'import/not-ours'
  | 'import/compact'
  | 'import/damaged'
  | 'import/newer-format'
  | 'import/bad-question'
  | 'import/too-many-questions'
  | 'publish/not-published'
  | 'publish/newer-format'
  | 'publish/bad-manifest'
  | 'publish/unreachable'
  | 'publish/missing'
  | 'publish/damaged'
  | 'publish/replaced'
  | 'publish/cut-off'
  | 'publish/stalled'
  | 'publish/no-ranges'
  | 'publish/read-only'
  | 'publish/app-missing'
  | 'publish/key-needed'
  | 'publish/wrong-key'
  | 'publish/not-encrypted'
  | 'publish/was-locked'
  | 'publish/no-crypto'
  | 'publish/bad-page'
  | 'publish/page-too-large'
  | 'engine/unknown-collection'
  | 'engine/unknown-source'
  | 'engine/deleted'
  | 'engine/unknown-job'
  | 'engine/cancelled'
  | 'engine/busy'
  | 'engine/bad-settings'
  | 'engine/bad-budget'
  | 'engine/question-too-long'
  | 'engine/bad-selection'
  | 'engine/slow-pattern'
  | 'engine/bad-pattern'
  | 'crawl/already-running'
  | 'crawl/bad-url'
  | 'crawl/bad-options'
  | 'crawl/unreadable'
  | 'crawl/no-worker'
  | 'crawl/repo-unreadable'
  | 'crawl/too-many-entries'
  | 'crawl/listing-too-large'
  | 'crawl/repo-not-found'
  | 'crawl/repo-no-branch'
  | 'crawl/repo-no-folder'
  | 'crawl/repo-refused'
  | 'crawl/bad-token'
  | 'crawl/rate-limited'
  | 'crawl/bad-answer'
  | 'thread/no-answer'
  | 'thread/worker-died'
  | 'app/framed'
  | 'app/unexpected';

/** Why a source or crawl ended as it did, where nothing was thrown. */
export type ReasonCode =
  | 'engine/stopped-early'
  | 'crawl/stopped-early'
  | 'crawl/not-granted'
  | 'crawl/no-match'
  | 'crawl/robots'
  | 'crawl/no-pages';

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
