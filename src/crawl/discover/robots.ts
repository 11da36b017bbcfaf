import robotsParser from 'robots-parser';

/** The user agent that rules may name; `*` otherwise. Our requests do not carry it: browsers forbid pages to set their user agent. */
const AGENT = 'quire';
/** Limit on `*` in one rule: a rule with many stars takes milliseconds per URL. */
const MAX_STARS = 10;
const MAX_CHARS = 500_000;

/** The rules of a host's robots.txt [S9]. */
export interface Robots {
  /** False when it could not be read: then everything is allowed, with at most two requests at a time. */
  readonly isReadable: boolean;
  isAllowed(url: string): boolean;
  readonly sitemaps: readonly string[];
  /** Seconds; 0 when not given. */
  readonly crawlDelay: number;
}

export const UNREADABLE_ROBOTS: Robots = { isReadable: false, isAllowed: () => true, sitemaps: [], crawlDelay: 0 };
export const EMPTY_ROBOTS: Robots = { isReadable: true, isAllowed: () => true, sitemaps: [], crawlDelay: 0 };

export function parseRobots(text: string, robotsUrl: string): Robots {
  const lines = text
    .slice(0, MAX_CHARS)
    .split(/\r\n?|\n/)
    .filter((line) => (line.match(/\*/g)?.length ?? 0) <= MAX_STARS);
  const robots = robotsParser(robotsUrl, lines.join('\n'));
  const delay = robots.getCrawlDelay(AGENT);
  return {
    isReadable: true,
    isAllowed: (url) => robots.isAllowed(url, AGENT) !== false,
    sitemaps: robots.getSitemaps(),
    crawlDelay: typeof delay === 'number' && delay > 0 ? delay : 0,
  };
}
