import { useSyncExternalStore } from 'react';

/** Screens of a collection, as written in the address. */
const COLLECTION_PLACES = ['files', 'pack', 'selections', 'cite', 'export', 'changes', 'pages'] as const;
type CollectionPlace = (typeof COLLECTION_PLACES)[number];
const FREE_PLACES = ['library', 'jobs', 'settings', 'diagnostics'] as const;
type FreePlace = (typeof FREE_PLACES)[number];

/** Filters ticked next to the results; added to those in the query itself. */
export interface FacetChoice {
  readonly kind?: string;
  /** A folder with its slash, or one file. */
  readonly folder?: string;
  readonly source?: string;
  readonly tag?: string;
  /** Language of prose, such as `de`. */
  readonly language?: string;
  /** Programming language. */
  readonly lang?: string;
}

/** A query in the address. */
export interface Asked extends FacetChoice {
  readonly query: string;
  /** Newest first instead of best first. */
  readonly sort?: 'date' | undefined;
  readonly scope?: Scope;
}

/** Scope of a query: the open collection, all of them, or a named group. */
export type Scope = 'all' | `in:${string}` | undefined;

export const FACETS = [
  'source',
  'kind',
  'lang',
  'language',
  'folder',
  'tag',
] as const satisfies readonly (keyof FacetChoice)[];

export type Route =
  | { readonly place: 'home' }
  /** A published collection, by its address. */
  | { readonly place: 'open'; readonly address: string }
  | { readonly place: FreePlace; readonly collectionId?: undefined }
  | ({
      readonly place: 'search';
      readonly collectionId: string;
      /** Short id, full id or ref of the open chunk. */
      readonly chunk?: string;
      /** Position of the chunk, so that a link outlives its chunk. */
      readonly path?: string;
      readonly line?: number;
      /** Collection of the open chunk, when several are searched. */
      readonly chunkCollectionId?: string;
    } & Asked)
  | {
      readonly place: CollectionPlace;
      readonly collectionId: string;
      readonly path?: string;
      readonly line?: number;
      readonly sourceId?: string;
      readonly filter?: string;
      readonly scope?: Scope;
      /** The snapshot whose later changes are packed. It is in the address, so that it does not affect the next pack. */
      readonly since?: string;
    };

export type SearchRoute = Extract<Route, { readonly place: 'search' }>;

/** Names of values in the query of an address. */
const SEARCH_VALUES = { path: 'p', chunkCollectionId: 'of' } as const;
const PLACE_VALUES = { path: 'p', sourceId: 's', filter: 'f', since: 'since' } as const;

export function parseRoute(hash: string): Route {
  const [pathPart = '', queryPart] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const [first, named, place, chunk] = pathPart.split('/').filter(Boolean).map(decode);
  const query = new URLSearchParams(queryPart);
  const collectionId = named === undefined ? undefined : fromAddress(named);
  if (first === 'open') return { place: 'open', address: decode(pathPart.replace(/^open\/?/, '')) };
  if (FREE_PLACES.includes(first as FreePlace)) return { place: first as FreePlace };
  if (first !== 'c' || collectionId === undefined) return { place: 'home' };
  const line = Number(query.get('l'));
  const shared = {
    collectionId,
    line: Number.isSafeInteger(line) && line > 0 ? line : undefined,
    scope: query.has('all') ? ('all' as const) : toGroupScope(query.get('in')),
  };
  if (COLLECTION_PLACES.includes(place as CollectionPlace))
    return { place: place as CollectionPlace, ...shared, ...readValues(query, PLACE_VALUES) };
  return {
    place: 'search',
    ...shared,
    chunk: place === 'k' ? chunk : undefined,
    ...readValues(query, SEARCH_VALUES),
    query: query.get('q') ?? '',
    sort: query.get('sort') === 'date' ? 'date' : undefined,
    ...toChoice((key) => query.get(key) ?? undefined),
  };
}

export function toGroupScope(name: string | null): Scope {
  return name === null ? undefined : `in:${name}`;
}

export function toGroupName(scope: Scope): string | undefined {
  return scope === undefined || scope === 'all' ? undefined : scope.slice('in:'.length);
}

function readValues<K extends string>(query: URLSearchParams, names: Readonly<Record<K, string>>) {
  const entries = Object.entries<string>(names).filter(([, name]) => query.has(name));
  return Object.fromEntries(entries.map(([key, name]) => [key, query.get(name)])) as { [P in K]?: string };
}

/** Reads the facets of an address, or of any getter. */
export function toChoice(get: (key: keyof FacetChoice) => string | undefined): FacetChoice {
  return Object.fromEntries(FACETS.flatMap((key) => (get(key) ? [[key, get(key)]] : [])));
}

export function toHash(route: Route): string {
  if (route.place === 'home') return '#/';
  if (route.place === 'open') return `#/open/${encodeURIComponent(route.address)}`;
  if (!('collectionId' in route) || route.collectionId === undefined) return `#/${route.place}`;
  const isSearch = route.place === 'search';
  const values = {
    p: route.path,
    l: route.line,
    all: route.scope === 'all' ? 1 : undefined,
    in: toGroupName(route.scope),
    ...(isSearch
      ? { of: route.chunkCollectionId, q: route.query || undefined, sort: route.sort, ...toChoice((key) => route[key]) }
      : { s: route.sourceId, f: route.filter, since: route.since }),
  };
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]));
  const query = new URLSearchParams(given).toString();
  const chunk = isSearch && route.chunk !== undefined ? `/k/${encodeURIComponent(route.chunk)}` : '';
  const path = `#/c/${encodeURIComponent(toAddress(route.collectionId))}${isSearch ? chunk : `/${route.place}`}`;
  return query === '' ? path : `${path}?${query}`;
}

/** Stands for the collection of a published page, whose links must survive a move to another host. */
const OWN = 'site';
let ownId: string | undefined;

/** Names the collection published with this page, without its key. Called once, before the first screen. */
export function setOwnCollection(id: string): void {
  ownId = id;
  known = undefined;
}

function toAddress(id: string): string {
  return ownId !== undefined && (id === ownId || id.startsWith(`${ownId}#`)) ? OWN + id.slice(ownId.length) : id;
}

function fromAddress(name: string): string {
  return ownId !== undefined && (name === OWN || name.startsWith(`${OWN}#`)) ? ownId + name.slice(OWN.length) : name;
}

/** The last address without a query that was left. */
let before: Route | undefined;

export function navigate(route: Route, options: { replace?: boolean } = {}): void {
  const hash = toHash(route);
  if (hash === location.hash) return;
  const now = currentRoute();
  if (!hasQuery(now)) before = now;
  if (options.replace) history.replaceState(null, '', hash);
  else history.pushState(null, '', hash);
  // The browser tells only of changes by the user.
  dispatchEvent(new PopStateEvent('popstate'));
}

/** Writes a query that is being typed. What was open before it stays in the history, so that Back returns to it, as clearing the query does. */
export function navigateTyped(route: SearchRoute): void {
  const isTyping = hasQuery(currentRoute());
  const isCleared =
    isTyping && route.query === '' && before?.place === 'search' && before.collectionId === route.collectionId;
  navigate(isCleared ? { ...before, ...route } : route, { replace: isTyping });
}

function hasQuery(route: Route): boolean {
  return route.place === 'search' && route.query !== '';
}

export function useRoute(): Route {
  return useSyncExternalStore(subscribe, currentRoute);
}

let known: { hash: string; route: Route } | undefined;

/** Returns the same object for the same address, because screens compare it. */
export function currentRoute(): Route {
  const { hash } = location;
  if (known?.hash !== hash) known = { hash, route: parseRoute(hash) };
  return known.route;
}

/** Every change of the address, by the user or by `navigate`, is a `popstate`. */
function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener);
  return () => removeEventListener('popstate', listener);
}

/** A hand-typed `%` must not break the page. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
