/** Replaces the tables of o200k, which the server never uses. */
export function countTokens(): number {
  throw new Error('the server has no exact token counter');
}
