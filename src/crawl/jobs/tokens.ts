import type { RepoRef } from '../../model/site/repo.ts';
import { toApiHost } from '../repo/api.ts';

/** Tokens the user gave in this session, by API host. They exist only in this memory [R3]. */
export type Tokens = ReturnType<typeof createTokens>;

export function createTokens() {
  const tokens = new Map<string, string>();
  return {
    /** Stores a token. An empty one deletes the stored token; undefined keeps it. */
    keep(repo: RepoRef, token: string | undefined): void {
      if (token === '') tokens.delete(toApiHost(repo));
      else if (token !== undefined) tokens.set(toApiHost(repo), token);
    },
    findToken: (host: string) => tokens.get(host),
    forgetToken: (host: string) => void tokens.delete(host),
  };
}
