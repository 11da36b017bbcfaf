const MAX_WORDS = 16;
/** Word forms are hits too: `shards` is marked whole for `shard`, `buttonLabel` only as far as `button` goes. */
const ENDING = '(?:[a-z]{1,3}(?![a-z0-9_]))?';

/** Finds the words of a query in plain text, for the reader. Only a help for the eye: the index decides what is a hit. */
export function createMarker(query: string): (text: string) => readonly (readonly [number, number])[] {
  const words = toWords(query);
  if (words.length === 0) return () => [];
  const pattern = new RegExp(`(?:${words.map(toPattern).join('|')})${ENDING}`, 'gi');
  return (text) => Array.from(text.matchAll(pattern), (match) => [match.index, match.index + match[0].length] as const);
}

export function toWords(query: string): readonly string[] {
  const phrases = Array.from(query.matchAll(/(-?)"([^"]+)"/g), (match) => (match[1] === '-' ? '' : (match[2] ?? '')));
  const rest = query
    .replace(/-?"[^"]*"?/g, ' ')
    .split(/\s+/)
    .filter((word) => !word.startsWith('-') && !/^(path|kind|heading|lang|source):/i.test(word))
    .map((word) => word.replace(/^symbol:/i, ''));
  const words = [...phrases, ...rest].map((word) => word.trim()).filter((word) => word.length > 1);
  return [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, MAX_WORDS);
}

function toPattern(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
}
