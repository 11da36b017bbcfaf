import robotsParser from 'robots-parser';
import type { CrawlPorts } from '../contract.ts';
import { decodeText } from '../fetch/fetch-body.ts';
import type { Requester } from '../fetch/request.ts';

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

const UNREADABLE_ROBOTS: Robots = { isReadable: false, isAllowed: () => true, sitemaps: [], crawlDelay: 0 };
const EMPTY_ROBOTS: Robots = { isReadable: true, isAllowed: () => true, sitemaps: [], crawlDelay: 0 };

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

interface RobotsDeps {
  readonly requester: Requester;
  readonly hosts: CrawlPorts['hosts'];
  readonly retries: number;
}

/** Reads the robots.txt of an origin once. Never rejects. */
export function createRobotsReader(deps: RobotsDeps): (origin: string) => Promise<Robots> {
  const robots = new Map<string, Promise<Robots>>();
  return (origin) => {
    const read = robots.get(origin) ?? readRobots(origin, deps);
    robots.set(origin, read);
    return read;
  };
}

async function readRobots(origin: string, { requester, hosts, retries }: RobotsDeps): Promise<Robots> {
  if (hosts.isUnreadable(new URL(origin).host)) return UNREADABLE_ROBOTS;
  const url = `${origin}/robots.txt`;
  const answer = await requester.ask(url, { maxBytes: 1_000_000, retries: Math.min(1, retries) });
  if (answer.type === 'fault' || answer.body.status >= 500 || answer.body.status === 429) return UNREADABLE_ROBOTS;
  if (answer.body.status !== 200) return EMPTY_ROBOTS;
  const text = decodeText(answer.body.bytes, answer.body.contentType) ?? '';
  const parsed = /^\s*</.test(text) ? EMPTY_ROBOTS : parseRobots(text, url);
  if (parsed.crawlDelay > 0) hosts.setCrawlDelay(new URL(origin).host, parsed.crawlDelay);
  return parsed;
}
