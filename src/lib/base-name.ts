/** What stands behind the last slash. */
export function toBaseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
