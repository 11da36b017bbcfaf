const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** `6h`, `7d`, `30m`, `2w` → milliseconds; undefined for anything else. */
export function parseAge(text: string): number | undefined {
  const match = /^\s*(\d{1,6})\s*([mhdw])\s*$/i.exec(text);
  if (!match) return undefined;
  return Number(match[1]) * (UNIT_MS[(match[2] as string).toLowerCase()] as number);
}
