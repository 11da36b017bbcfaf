import type { OtherFilter } from '../../../model/hit.ts';

/** A typed filter: `path:src/`, `path:"my docs"`, `-kind:json`. */
const FILTER = /(?<!\S)-?(?:path|kind|heading|symbol|lang|source|tag):(?:"[^"]*"(?=\s|$)|\S+)/gi;

export function listFilters(query: string): readonly string[] {
  return query.match(FILTER) ?? [];
}

/** Replaces the name of a filter: `kind:rust` becomes `lang:rust`. */
export function renameFilter(query: string, { key, value, works }: OtherFilter): string {
  return query.replace(FILTER, (found) => {
    const own = found.slice(found.indexOf(':') + 1);
    const isMeant = found.toLowerCase().startsWith(`${key}:`) && own.replace(/"/g, '') === value;
    return isMeant ? `${works}:${own}` : found;
  });
}

export function dropFilter(query: string, filter: string): string {
  let isDropped = false;
  const rest = query.replace(FILTER, (found) => {
    if (isDropped || found !== filter) return found;
    isDropped = true;
    return '';
  });
  return rest.replace(/\s+/g, ' ').trim();
}
