/** The mutable form, for the code that builds the value. All other code sees the readonly type. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };
