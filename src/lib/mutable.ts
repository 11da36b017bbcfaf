/** For who makes the value; everyone else sees it as it is. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };
