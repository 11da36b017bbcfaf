/** Text of `src/markdown/entity-names.ts`. */
export function makeEntityNames(): string;
