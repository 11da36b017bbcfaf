import type { RepoRef } from '../../model/site/repo.ts';
import { toApiHost } from '../repo/api.ts';

/** Tokens that a person gave in this visit, by the host of the API they are for. They are in this memory and nowhere else [R3]. */
export interface Tokens {
  /** An empty one is forgotten; undefined leaves what there is. */
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
