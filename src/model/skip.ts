/** A path that never entered the collection, with the exact reason. `rule` reads like `.gitignore:12 dist/`. */
export type SkipReason =
  | 'ignored'
  | 'default'
  | 'excluded'
  | 'not-included'
  | 'too-large'
  | 'total'
  | 'reader-missing'
  | 'unreadable'
  | 'symlink'
  | 'not-a-file';

export interface Skip {
  readonly path: string;
  readonly isDirectory: boolean;
  readonly reason: SkipReason;
  readonly rule?: string;
  readonly limit?: number;
  readonly actual?: number;
}
