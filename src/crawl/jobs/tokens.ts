import type { RepoRef } from '../../model/site/repo.ts';
import { toApiHost } from '../repo/api.ts';

/** Tokens the user gave in this session, by API host. They exist only in this memory [R3]. */
export interface Tokens {
  /** Stores a token. An empty one deletes the stored token; undefined keeps it. */
  keep(repo: RepoRef, token: string | undefined): void;
  findToken(host: string): string | undefined;
  forgetToken(host: string): void;
}

export function createTokens(): Tokens {
  const tokens = new Map<string, string>();
  return {
    keep(repo, token) {
      if (token === '') tokens.delete(toApiHost(repo));
      else if (token !== undefined) tokens.set(toApiHost(repo), token);
    },
    findToken: (host) => tokens.get(host),
    forgetToken: (host) => void tokens.delete(host),
  };
}
