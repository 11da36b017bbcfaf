/** A typed filter: `path:src/`, `path:"my docs"`, `-kind:json`. */
const FILTER = /(?<!\S)-?(?:path|kind|heading|symbol|lang|source):(?:"[^"]*"(?=\s|$)|\S+)/gi;

export function listFilters(query: string): readonly string[] {
  return query.match(FILTER) ?? [];
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
