export function findDifferences(path: string, text: string): { path: string; line: number; what: string }[];
