import type { CrawlPorts } from '../contract.ts';
import { decodeText } from '../fetch/decode-text.ts';
import type { Requester } from '../fetch/request.ts';
import type { Robots } from './robots.ts';
import { EMPTY_ROBOTS, parseRobots, UNREADABLE_ROBOTS } from './robots.ts';

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
