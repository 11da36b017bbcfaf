/** Recognises the end of a path: `llms-full.txt`, also `llms-full.zh-CN.txt`, `llms-zh-full.txt`, `llms-full-2.x.txt`, `llms-small.txt`. */
export function isLlmsFullName(path: string): boolean {
  return /llms(?:[-_.][\w.-]*?)?[-_.](?:full|small|medium|ctx)(?:[-_.][\w.-]*)?\.txt$/i.test(path);
}
