import { decodeText } from '../fetch/decode-text.ts';
import type { JobContext } from '../run/job-context.ts';
import { isHtmlPage } from './parse-llms-txt.ts';

/** Larger than the page limit: llms files on the web reach several megabytes. */
const MAX_LLMS_BYTES = 50_000_000;
const HUGE_INDEX_BYTES = 1_000_000;
const HUGE_FULL_BYTES = 10_000_000;

export interface TextFile {
  /** The URL after redirects; relative links resolve against it. */
  readonly url: string;
  readonly text: string;
  /** True when the body exceeded the limit: pages may be missing. */
  readonly isCut: boolean;
}

/** Reads a text file that the site may or may not have. Reports anything else at its URL as a problem. */
export async function readTextFile(
  context: JobContext,
  url: string,
  what: 'index' | 'full',
): Promise<TextFile | undefined> {
  const answer = await context.requester.ask(url, { maxBytes: MAX_LLMS_BYTES });
  if (answer.type === 'fault' || answer.body.status !== 200) return undefined;
  const { body } = answer;
  const final = new URL(body.url);
  if (final.origin !== new URL(url).origin) context.scope.adopt(new URL(url), final);
  const text = decodeText(body.bytes, body.contentType);
  if (text === undefined || text.trim() === '') return undefined;
  if (isHtmlPage(text)) {
    const isText = /^text\/(?:plain|markdown)/i.test(body.contentType);
    context.problem({
      kind: isText ? 'html-as-text' : 'soft-404',
      target: url,
      message: isText ? 'HTML was sent as plain text' : 'a page of HTML stands where the file should be',
    });
    return undefined;
  }
  const limit = what === 'index' ? HUGE_INDEX_BYTES : HUGE_FULL_BYTES;
  if (body.isCut || body.bytes.length > limit) {
    context.problem({
      kind: 'llms-huge',
      target: url,
      message: body.isCut ? 'the file was cut off at the limit' : 'the file is unusually large',
      details: { limit: body.isCut ? MAX_LLMS_BYTES : limit, actual: body.bytes.length },
    });
  }
  return { url: body.url, text, isCut: body.isCut };
}
