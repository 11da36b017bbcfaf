import { formatCompact } from './format.ts';

/** Parses a budget; undefined below the size of an envelope and above what any model accepts. */
export function parseBudget(text: string): number | undefined {
  const match = /^\s*([\d.,\s_]+?)\s*([km]?)\s*(?:tokens?)?\s*$/i.exec(text);
  if (match?.[1] === undefined) return undefined;
  const unit = match[2]?.toLowerCase() === 'k' ? 1_000 : match[2]?.toLowerCase() === 'm' ? 1_000_000 : 1;
  const digits = unit === 1 ? match[1].replace(/[\s,._]/g, '') : match[1].replace(/[\s_]/g, '').replace(',', '.');
  const tokens = Math.round(Number(digits) * unit);
  return Number.isFinite(tokens) && tokens >= 100 && tokens <= 10_000_000 ? tokens : undefined;
}

export function toBudgetText(tokens: number): string {
  if (tokens % 1_000_000 === 0) return `${tokens / 1_000_000}M`;
  if (tokens % 1_000 === 0) return `${tokens / 1_000}k`;
  return tokens >= 10_000 && tokens % 100 === 0 ? formatCompact(tokens) : String(tokens);
}
