import { useSyncExternalStore } from 'react';

/** Screens of a collection, as written in the address. */
const COLLECTION_PLACES = ['files', 'pack', 'selections', 'cite', 'export', 'changes', 'pages'] as const;
export type CollectionPlace = (typeof COLLECTION_PLACES)[number];
const FREE_PLACES = ['library', 'jobs', 'settings', 'diagnostics'] as const;
export type FreePlace = (typeof FREE_PLACES)[number];

/** Filters ticked next to the results; added to those in the query itself. */
export interface FacetChoice {
  readonly kind?: string;
  /** A folder with its slash, or one file. */
  readonly folder?: string;
  readonly source?: string;
  readonly tag?: string;
  /** Language of prose, such as `de`. */
  readonly language?: string;
}

/** A query in the address. */
export interface Asked extends FacetChoice {
  readonly query: string;
  readonly scope?: Scope;
}

/** Scope of a query: the open collection, or all of them. */
export type Scope = 'all' | undefined;

export const FACETS = ['source', 'kind', 'language', 'folder', 'tag'] as const satisfies readonly (keyof FacetChoice)[];

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

export function parseRoute(hash: string): Route {
  const [pathPart = '', queryPart = ''] = split(hash.replace(/^#\/?/, ''), '?');
  const segments = pathPart.split('/').filter(Boolean).map(decode);
  const query = new URLSearchParams(queryPart);
  const [first, named, place, chunk] = segments;
  const id = named === undefined ? undefined : fromAddress(named);
  if (first === 'open') return { place: 'open', address: decode(pathPart.replace(/^open\/?/, '')) };
  if (FREE_PLACES.includes(first as FreePlace)) return { place: first as FreePlace };
  if (first !== 'c' || id === undefined) return { place: 'home' };
  if (COLLECTION_PLACES.includes(place as CollectionPlace)) {
    return {
      place: place as CollectionPlace,
      collectionId: id,
      ...optional('path', query.get('p')),
      ...toLine(query),
      ...optional('sourceId', query.get('s')),
      ...optional('filter', query.get('f')),
      ...optional('since', query.get('since')),
      ...toScope(query),
    };
  }
  return {
    place: 'search',
    collectionId: id,
    ...(place === 'k' && chunk !== undefined ? { chunk } : {}),
    ...optional('path', query.get('p')),
    ...toLine(query),
    ...optional('chunkCollectionId', query.get('of')),
    query: query.get('q') ?? '',
    ...toScope(query),
    ...toChoice((key) => query.get(key) ?? undefined),
  };
}

function toLine(query: URLSearchParams): { line?: number } {
  const line = Number(query.get('l'));
  return Number.isSafeInteger(line) && line > 0 ? { line } : {};
}

function toScope(query: URLSearchParams): { scope?: Scope } {
  return query.has('all') ? { scope: 'all' } : {};
}

/** Reads the facets of an address, or of any getter. */
export function toChoice(get: (key: keyof FacetChoice) => string | undefined): FacetChoice {
  return Object.fromEntries(FACETS.flatMap((key) => (get(key) ? [[key, get(key)]] : [])));
}

export function toHash(route: Route): string {
  if (route.place === 'home') return '#/';
  if (route.place === 'open') return `#/open/${encodeURIComponent(route.address)}`;
  if (!('collectionId' in route) || route.collectionId === undefined) return `#/${route.place}`;
  const query = new URLSearchParams();
  if (route.path !== undefined) query.set('p', route.path);
  if (route.line !== undefined) query.set('l', String(route.line));
  if ('scope' in route && route.scope === 'all') query.set('all', '1');
  let path = `#/c/${encodeURIComponent(toAddress(route.collectionId))}`;
  if (route.place === 'search') {
    if (route.chunk !== undefined) path += `/k/${encodeURIComponent(route.chunk)}`;
    if (route.chunkCollectionId !== undefined) query.set('of', route.chunkCollectionId);
    if (route.query !== '') query.set('q', route.query);
    for (const key of FACETS) if (route[key] !== undefined) query.set(key, route[key]);
  } else {
    path += `/${route.place}`;
    if (route.sourceId !== undefined) query.set('s', route.sourceId);
    if (route.filter !== undefined) query.set('f', route.filter);
    if (route.since !== undefined) query.set('since', route.since);
  }
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
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

export function navigate(route: Route, options: { replace?: boolean } = {}): void {
  const hash = toHash(route);
  if (hash === location.hash) return;
  if (options.replace) history.replaceState(null, '', hash);
  else history.pushState(null, '', hash);
  // The browser tells only of changes by the user.
  dispatchEvent(new PopStateEvent('popstate'));
}

/** Writes a query that is being typed. The screen before the first query stays in the history, so that Back returns to it. */
export function navigateTyped(route: Route): void {
  const now = current();
  const isTyping = now.place === 'search' && (now.query !== '' || now.chunk !== undefined || now.path !== undefined);
  navigate(route, { replace: isTyping });
}

export function useRoute(): Route {
  return useSyncExternalStore(subscribe, current);
}

export function currentRoute(): Route {
  return current();
}

let known: { hash: string; route: Route } | undefined;

/** Returns the same object for the same address, because screens compare it. */
function current(): Route {
  const { hash } = location;
  if (known?.hash !== hash) known = { hash, route: parseRoute(hash) };
  return known.route;
}

/** Every change of the address, by the user or by `navigate`, is a `popstate`. */
function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener);
  return () => removeEventListener('popstate', listener);
}

function split(text: string, at: string): [string, string?] {
  const index = text.indexOf(at);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}

/** A hand-typed `%` must not break the page. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function optional<K extends string>(key: K, value: string | null): { [P in K]?: string } {
  return (value === null ? {} : { [key]: value }) as { [P in K]?: string };
}
