/** The mutable view, for the code that builds the value. Everyone else sees the readonly type. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };
