/** With more wildcards, matching one pattern may take minutes (12 × `**` + `/a/` did not return). */
export const MAX_WILDCARDS = 6;
const MAX_CHARS = 500;
/** Patterns that one with braces may stand for. */
export const MAX_CHOICES = 64;

export type GlobProblem = 'empty' | 'too-long' | 'wildcards' | 'choices' | 'unclosed';

/** Returns what is wrong with a pattern, or undefined. */
export function findGlobProblem(text: string): GlobProblem | undefined {
  const pattern = text.trim().replace(/^!/, '').trim();
  if (pattern === '') return 'empty';
  if (pattern.length > MAX_CHARS) return 'too-long';
  const choices = expandBraces(pattern);
  if (!choices) return 'choices';
  if (choices.some((choice) => (choice.match(/\*+/g)?.length ?? 0) > MAX_WILDCARDS)) return 'wildcards';
  return choices.some((choice) => /[{}]|\[[^\]]*$/.test(choice.replace(/\{[^{},]*\}/g, ''))) ? 'unclosed' : undefined;
}

/** `/{v1,v2}/**` → `/v1/**` and `/v2/**`; undefined when there are more than `MAX_CHOICES`. */
export function expandBraces(pattern: string): readonly string[] | undefined {
  let found: readonly string[] = [pattern];
  while (found.length <= MAX_CHOICES) {
    const next = [...new Set(found.flatMap(expandFirst))];
    if (next.every((choice, i) => choice === found[i])) return found;
    found = next;
  }
  return undefined;
}

function expandFirst(pattern: string): string[] {
  const group = /\{([^{}]*,[^{}]*)\}/.exec(pattern);
  if (!group) return [pattern];
  const [before, after] = [pattern.slice(0, group.index), pattern.slice(group.index + group[0].length)];
  return (group[1] as string).split(',').map((choice) => before + choice + after);
}
