export const KINDS = ['markdown', 'json', 'html', 'java_script', 'code', 'text', 'image', 'unknown'] as const;
/** By name of the file, even where reading falls back to text. `unknown` is accepted on import only. */
export type Kind = (typeof KINDS)[number];

export function isCodeKind(kind: string): boolean {
  return kind === 'code' || kind === 'java_script';
}
