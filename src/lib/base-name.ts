/** The part of a path after its last slash. */
export function toBaseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
