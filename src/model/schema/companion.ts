import * as z from './zod.ts';

/** Bounds on both sides of the wire between the app and its browser extension. */
export const COMPANION_LIMITS = {
  urlChars: 8_000,
  /** One byte more than the largest page, so that a truncated body is recognised. */
  bodyBytes: 100_000_001,
  headerChars: 1_000,
  /** A multiple of 3, so that parts are whole base64 groups; Chromium copies each message as JSON. */
  partBytes: 393_216,
  openRequests: 32,
  htmlChars: 20_000_000,
  origins: 10_000,
} as const;

const Id = z.number().check(z.int(), z.nonnegative());
const Url = z.string().check(z.maxLength(COMPANION_LIMITS.urlChars), z.regex(/^https?:\/\//));
const Origin = z.string().check(z.maxLength(300), z.regex(/^https?:\/\/[^/?#@\s]+$/));

const Fetch = z.strictObject({
  type: z.literal('fetch'),
  id: Id,
  url: Url,
  maxBytes: z.number().check(z.int(), z.positive(), z.maximum(COMPANION_LIMITS.bodyBytes)),
  /** Sends the user's cookies. */
  withLogin: z.boolean(),
});
const Stop = z.strictObject({ type: z.literal('stop'), id: Id });
const Ask = z.strictObject({ type: z.literal('ask'), id: Id, origin: Origin });
const Status = z.strictObject({ type: z.literal('status'), id: Id });

/** A message of the app; the extension refuses any other. */
export const ToCompanion = z.discriminatedUnion('type', [Fetch, Stop, Ask, Status]);
export type ToCompanion = z.infer<typeof ToCompanion>;

const Text = z.string().check(z.maxLength(COMPANION_LIMITS.headerChars));
const Head = z.strictObject({
  type: z.literal('head'),
  id: Id,
  status: z.number().check(z.int(), z.minimum(200), z.maximum(599)),
  headers: z.record(z.string().check(z.maxLength(100)), Text),
});
const Part = z.strictObject({
  type: z.literal('part'),
  id: Id,
  base64: z.string().check(z.maxLength((COMPANION_LIMITS.partBytes / 3) * 4)),
});
const End = z.strictObject({ type: z.literal('end'), id: Id });
const Redirect = z.strictObject({ type: z.literal('redirect'), id: Id, url: Url });
const NotGranted = z.strictObject({ type: z.literal('not-granted'), id: Id, origin: Origin });
const Fault = z.strictObject({ type: z.literal('fault'), id: Id, message: Text });
const Asked = z.strictObject({ type: z.literal('asked'), id: Id, answer: z.enum(['open', 'granted', 'refused']) });
const Granted = z.strictObject({
  type: z.literal('status'),
  id: Id,
  version: Text,
  origins: z.array(z.string().check(z.maxLength(300))).check(z.maxLength(COMPANION_LIMITS.origins)),
});
/** A page the user sends from the toolbar, as its scripts left it. */
const SeenPage = z.strictObject({
  type: z.literal('page'),
  url: Url,
  html: z.string().check(z.maxLength(COMPANION_LIMITS.htmlChars)),
  /** Also queues the links of the page's section. */
  withLinks: z.boolean(),
});
/** The extension was reloaded or put to sleep; open requests get no answer. */
const Lost = z.strictObject({ type: z.literal('lost') });

export const FromCompanion = z.discriminatedUnion('type', [
  Head,
  Part,
  End,
  Redirect,
  NotGranted,
  Fault,
  Asked,
  Granted,
  SeenPage,
  Lost,
]);
export type FromCompanion = z.infer<typeof FromCompanion>;
export type SeenPage = z.infer<typeof SeenPage>;
