export function countFeeds(text: string, start = 0, end = text.length): number {
  let feeds = 0;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) feeds++;
  return feeds;
}

/** Returns the line of an offset in a text or its bytes, from 1. Offsets must ascend, so that each character is read once. */
export function createLineCounter(text: string | Uint8Array): (offset: number) => number {
  const findFeed = (from: number): number =>
    typeof text === 'string' ? text.indexOf('\n', from) : text.indexOf(10, from);
  let line = 1;
  let feed = findFeed(0);
  return (offset) => {
    for (; feed >= 0 && feed < offset; feed = findFeed(feed + 1)) line++;
    return line;
  };
}

/** Counts text after the last line feed as a line, unless it is empty. */
export function countLines(text: string): number {
  return text === '' || text.endsWith('\n') ? countFeeds(text) : countFeeds(text) + 1;
}
