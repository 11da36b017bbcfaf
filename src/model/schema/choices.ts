import type { SitePresentation, SourceRules } from '../choices.ts';
import * as z from './zod.ts';

const Rules = z.object({ include: z.array(z.string()), exclude: z.array(z.string()) });

/** Undefined if the value is invalid: another release may have written it. */
export function parseRules(value: unknown): SourceRules | undefined {
  return z.safeParse(Rules, value).data;
}

const Site = z.object({ name: z.string(), description: z.string(), start: z.string() });

/** Undefined if the value is invalid. */
export function parseSitePresentation(value: unknown): SitePresentation | undefined {
  return z.safeParse(Site, value).data;
}
