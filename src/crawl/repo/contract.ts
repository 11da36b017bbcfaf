import type { RepoRef } from '../../model/site/repo.ts';

/** One kind of server for repositories or packages: its addresses and answers, and nothing else [R1]. */
export interface RepoAdapter {
  /** Lists all files at the commit `ref` resolves to. Rejects with a `crawl/` code. */
  list(ref: RepoRef): Promise<RepoListing>;
  /** Returns the request for a file of the listing. */
  toRequest(listing: RepoListing, entry: RepoEntry): RepoRequest;
  /** Lists the branches, or the versions of a package, for the user to choose from. */
  listBranches(ref: RepoRef): Promise<readonly string[]>;
}

export interface RepoListing {
  /** The reference with branch and folder separated. */
  readonly ref: RepoRef;
  /** A commit, or the version of a package. */
  readonly commit: string;
  /** At least the entries of the folder; usually the whole repository. */
  readonly entries: readonly RepoEntry[];
  /** True when its files need a token. */
  readonly isPrivate: boolean;
  /** True when the server did not list everything: then no file may be removed because of it. */
  readonly isIncomplete: boolean;
}

export interface RepoEntry {
  /** Path inside the repository. */
  readonly path: string;
  readonly kind: 'file' | 'symlink' | 'submodule';
  /** Missing where the server does not give it. */
  readonly size?: number;
  /** `git:<hex>` of a blob, or `sha256:<base64>` of the bytes. */
  readonly hash?: string;
}

export interface RepoRequest {
  readonly url: string;
  readonly accept?: string;
}

/** Client for a server's API. Both calls reject with a `crawl/` code, or `engine/cancelled`. */
export interface RepoApi {
  readonly hasToken: boolean;
  ask(url: string): Promise<unknown>;
  /** Returns undefined when the server has no such object. */
  find(url: string): Promise<unknown>;
  /** Throws `crawl/too-many-entries` when a listing exceeds the limit. */
  checkEntries(entries: readonly RepoEntry[]): void;
  /** Notes that the listing was truncated and continues folder by folder. */
  noteCut(target: string): void;
}
