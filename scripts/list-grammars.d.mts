export const GRAMMARS: readonly string[];
export function locateGrammar(name: string): string;
