import type { RepoRef } from '../../model/site/repo.ts';

/** One kind of server that has repositories or packages: its addresses and answers, and nothing else [R1]. */
export interface RepoAdapter {
  /** Everything at the commit that `ref` means now. Rejects with a code of `crawl/`. */
  list(ref: RepoRef): Promise<RepoListing>;
  /** How a file of the listing is asked for. */
  toRequest(listing: RepoListing, entry: RepoEntry): RepoRequest;
  /** Branches, or versions of a package: what a person may choose. */
  listBranches(ref: RepoRef): Promise<readonly string[]>;
}

export interface RepoListing {
  /** With branch and folder told apart. */
  readonly ref: RepoRef;
  /** A commit, or the version of a package. */
  readonly commit: string;
  /** At least those of the folder; mostly all of the repository. */
  readonly entries: readonly RepoEntry[];
  /** Its files can be had with a token only. */
  readonly isPrivate: boolean;
  /** The server did not name all of it: nothing may be removed because of it. */
  readonly isIncomplete: boolean;
}

export interface RepoEntry {
  /** Inside the repository. */
  readonly path: string;
  readonly kind: 'file' | 'symlink' | 'submodule';
  /** Not every server tells it. */
  readonly size?: number;
  /** `git:<hex>` of a blob, or `sha256:<base64>` of the bytes. */
  readonly hash?: string;
}

export interface RepoRequest {
  readonly url: string;
  readonly accept?: string;
}

/** Questions to the API of a server. Both reject with a code of `crawl/`, or `engine/cancelled`. */
export interface RepoApi {
  readonly hasToken: boolean;
  ask(url: string): Promise<unknown>;
  /** Undefined where there is no such thing. */
  find(url: string): Promise<unknown>;
  /** The listing was cut off, and is continued folder by folder. */
  noteCut(target: string): void;
}
