export const REPO_KINDS = ['github', 'gitlab', 'gitea', 'npm'] as const;
/** Limits of one listing: twice the entries of the largest repositories people read, and the bytes that servers need to name them. */
export const REPO_LIMITS = { entries: 200_000, bytes: 100_000_000 } as const;

export type RepoKind = (typeof REPO_KINDS)[number];

/** A repository or package as named by the user. Its server resolves it at every import. */
export interface RepoRef {
  readonly kind: RepoKind;
  /** Host of its website, such as `github.com`. */
  readonly host: string;
  /** `owner/name`, `group/sub/name`, `name` or `@scope/name`. */
  readonly project: string;
  /** Branch, tag, commit, version, or `refs/pull/12/head`; empty: the server's default. */
  readonly rev: string;
  /** Folder inside the repository; empty: all of it. A file means its folder. */
  readonly folder: string;
  /** `rev` and `folder` in one, both empty then: only the server knows where the name of a branch ends. */
  readonly tail?: string;
}

/** Preview of a repository; not stored. */
export interface RepoPreview {
  /** With branch and folder separated. */
  readonly ref: RepoRef;
  readonly commit: string;
  readonly branches: readonly string[];
  /** Every folder, in path order. */
  readonly folders: readonly string[];
  readonly files: number;
  /** 0 if the listing has no sizes. */
  readonly bytes: number;
}
