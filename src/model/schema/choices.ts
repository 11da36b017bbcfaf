import * as z from 'zod/mini';
import type { PickedChunk, SourceRules } from '../choices.ts';

// Without this zod probes `Function`, which the page's policy reports in the console.
z.config({ jitless: true });

const Basket = z.array(z.object({ id: z.string(), path: z.string(), label: z.string(), tokens: z.number() }));
const Rules = z.object({ include: z.array(z.string()), exclude: z.array(z.string()) });

/** Undefined for what is no basket: another release may have written it. */
export function parseBasket(value: unknown): readonly PickedChunk[] | undefined {
  return z.safeParse(Basket, value).data;
}

export function parseRules(value: unknown): SourceRules | undefined {
  return z.safeParse(Rules, value).data;
}
