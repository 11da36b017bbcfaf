export function countFeeds(text: string, start = 0, end = text.length): number {
  let feeds = 0;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) feeds++;
  return feeds;
}

/** Returns the line of an offset, from 1. Takes ascending offsets only. */
export function createLineCounter(text: string): (offset: number) => number {
  let line = 1;
  let next = text.indexOf('\n');
  return (offset) => {
    for (; next >= 0 && next < offset; next = text.indexOf('\n', next + 1)) line++;
    return line;
  };
}

/** Counts text after the last line feed as a line, unless it is empty. */
export function countLines(text: string): number {
  return text === '' || text.endsWith('\n') ? countFeeds(text) : countFeeds(text) + 1;
}
