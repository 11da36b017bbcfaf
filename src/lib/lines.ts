export function countFeeds(text: string, start = 0, end = text.length): number {
  let feeds = 0;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) feeds++;
  return feeds;
}

/** Counts text after the last line feed as a line, unless it is empty. */
export function countLines(text: string): number {
  return text === '' || text.endsWith('\n') ? countFeeds(text) : countFeeds(text) + 1;
}
