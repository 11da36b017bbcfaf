import { toAsciiLower } from './ascii.ts';

/** Makes a name of lower-case letters, digits and hyphens, as MCP bundles, servers and skills require. */
export function toSlug(name: string): string {
  const slug = toAsciiLower(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-+|-+$/g, '');
  return slug || 'collection';
}
