/** Recognises the end of a path: `llms-full.txt`, also `llms-full.zh-CN.txt`, `llms-zh-full.txt`, `llms-full-2.x.txt`, `llms-small.txt`. */
export function isLlmsFullName(path: string): boolean {
  return /llms(?:[-_.][\w.-]*?)?[-_.](?:full|small|medium|ctx)(?:[-_.][\w.-]*)?\.txt$/i.test(path);
}

/** Recognises `llms.txt`, `llms-full.txt`, `_llms/en.md`, `_llms-txt/set.txt`: read for their links, never saved as pages [S3]. */
export function isLlmsFile(url: string): boolean {
  const path = new URL(url).pathname;
  return /\/llms(?:[-_.][\w.-]+)?\.txt(?:\/\d+)?$/i.test(path) || /\/_llms(?:-txt)?\/.+\.(?:md|txt)$/i.test(path);
}
