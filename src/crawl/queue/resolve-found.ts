import type { SkipCode } from '../../model/site/site.ts';
import { isLlmsFile } from '../../site/llms-name.ts';
import type { FoundIn } from './journal.ts';
import type { Scope } from './scope.ts';
import { type PageUrl, toPageUrl } from './url.ts';

/** A URL as written in a page, an index or a sitemap. */
export interface FoundUrl {
  readonly url: string;
  /** URL to request, where it is known to differ from `url`. */
  readonly request?: string;
  readonly base: string;
  readonly from: FoundIn;
  readonly depth: number;
  readonly order: number;
  readonly isOptional?: boolean;
  readonly title?: string;
  readonly description?: string;
  readonly allowQuery?: boolean;
}

/** The page, or the reason to skip it. `alias` is another form of the page's URL, or empty. */
export type ResolvedUrl =
  | { readonly page: PageUrl }
  | { readonly url: string; readonly skip: SkipCode; readonly alias: string };

/** Resolves a URL to a page of this site or a skip reason. Uses only the URL, not the state of the run. */
export function resolveFound(
  found: FoundUrl,
  options: { readonly scope: Scope; readonly allowQuery: boolean },
): ResolvedUrl {
  const allowQuery = found.allowQuery === true || options.allowQuery;
  const answer = toPageUrl(found.url, { base: found.base, allowQuery });
  if ('skip' in answer) return { url: withoutCredentials(found.url, found.base), ...answer };
  const home = toPageUrl(options.scope.toHome(answer.page.request), { allowQuery });
  if ('skip' in home) return { url: answer.page.key, ...home };
  const { key, request, host } = home.page;
  const skip = options.scope.check(request);
  if (skip !== undefined && !options.scope.isHub(key)) return { url: key, skip, alias: '' };
  if (isLlmsFile(request)) return { url: request, skip: 'asset', alias: '' };
  const alias = answer.page.alias === '' && answer.page.key !== key ? answer.page.key : answer.page.alias;
  return { page: { key, request, host, alias } };
}

function withoutCredentials(text: string, base: string): string {
  if (!URL.canParse(text, base)) return text.slice(0, 500);
  const url = new URL(text, base);
  url.username = '';
  url.password = '';
  return url.href.slice(0, 2_000);
}
