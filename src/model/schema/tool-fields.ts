import * as z from './zod.ts';

// Apart from the descriptions of the tools, which the engine does not need.
export const pathText = z.string().check(z.maxLength(4_096));
export const questionText = z.string().check(z.maxLength(4_000));
