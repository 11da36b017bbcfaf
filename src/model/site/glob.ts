/** With more wildcards, matching one pattern may take minutes (12 × `**` + `/a/` did not return). */
export const MOST_WILDCARDS = 6;
const MOST_CHARS = 500;

/** False for empty patterns and those that are too long or have too many wildcards. */
export function isUsableGlob(text: string): boolean {
  const pattern = text.replace(/^!/, '').trim();
  const wildcards = pattern.match(/\*+/g)?.length ?? 0;
  return pattern !== '' && pattern.length <= MOST_CHARS && wildcards <= MOST_WILDCARDS;
}
