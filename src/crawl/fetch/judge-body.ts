import type { FailCode } from '../../model/site/site.ts';
import { isHtmlPage } from '../discover/parse-llms-txt.ts';
import { decodeText } from './decode-text.ts';
import type { Body } from './fetch-body.ts';

/** Classification of an answer. */
export type Judged =
  | { readonly type: 'markdown'; readonly text: string }
  | { readonly type: 'html'; readonly text: string; readonly isMislabelled: boolean }
  | { readonly type: 'refused'; readonly code: FailCode; readonly message: string };

const TEXT_TYPE = /^(?:text\/|application\/(?:xhtml\+xml|xml|markdown|x-markdown|octet-stream)\b)|^$/;

export function judgeBody(body: Body, maxBytes: number): Judged {
  const type = (body.contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (body.isCut) return refuse('too-large', `the body is longer than ${maxBytes} bytes`);
  if (!TEXT_TYPE.test(type)) return refuse('not-text', `type ${type.slice(0, 60)} is not a page`);
  const text = decodeText(body.bytes, body.contentType);
  if (text === undefined) return refuse('not-text', 'the body is binary');
  const isHtml = isHtmlPage(text);
  const isHtmlType = type === 'text/html' || type === 'application/xhtml+xml';
  if (isChallenge(body.status, text, isHtml || isHtmlType))
    return refuse('challenge', 'the site asks for proof that a person is there');
  if (isHtmlType) return { type: 'html', text, isMislabelled: false };
  if (isHtml) return { type: 'html', text, isMislabelled: type !== '' };
  if (type === 'text/css' || type === 'text/javascript' || type === 'text/csv' || /xml$/.test(type)) {
    return refuse('not-text', `type ${type} is not a page`);
  }
  return { type: 'markdown', text };
}

function refuse(code: FailCode, message: string): Judged {
  return { type: 'refused', code, message };
}

const CHALLENGE =
  /cdn-cgi\/challenge-platform|_cf_chl_opt|cf-browser-verification|cf-challenge|captcha-delivery\.com|px-captcha|<title>(?:Just a moment\.\.\.|Attention Required! \| Cloudflare|Access denied \| )/i;

/** Recognises known challenge pages by status and text; a page that writes about them is longer. */
function isChallenge(status: number, text: string, isHtml: boolean): boolean {
  if (!isHtml || (status !== 403 && status !== 503 && status !== 429 && status !== 200)) return false;
  if (status === 200 && text.length > 60_000) return false;
  return CHALLENGE.test(text.slice(0, 30_000));
}

const NOT_FOUND =
  /^(?:error[:\s-]*)?404\b|\b(?:page|document|file) (?:was |is |could )?not (?:be )?found\b|^not found\b|^oops\b.*\bnot found\b/i;
/** Upper bound for a "not found" page, in characters; a page about missing pages is longer. */
const SHORT_PAGE = 1_500;

/** Recognises a page that says "not found" with status 200 [S5]. */
export function isSoft404(titles: readonly string[], markdown: string): boolean {
  return markdown.length <= SHORT_PAGE && titles.some((title) => NOT_FOUND.test(title.trim()));
}

export function firstHeading(markdown: string): string {
  return /^ {0,3}#{1,2}\s+(.+?)\s*#*$/m.exec(markdown.slice(0, 5_000))?.[1] ?? '';
}
