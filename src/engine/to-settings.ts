import { AppError } from '../model/app-error.ts';
import { DEFAULT_SETTINGS, type Settings } from '../model/settings.ts';

/** Largest sizes that the kernel supports. */
const MAX_CHARS = 10_000_000;
const MAX_BYTES = 2_000_000_000;

const RANGES: Readonly<Partial<Record<keyof Settings, readonly [number, number]>>> = {
  chunk_target_chars: [1, MAX_CHARS],
  chunk_max_chars: [1, MAX_CHARS],
  chunk_min_chars: [0, MAX_CHARS],
  max_file_bytes: [0, MAX_BYTES],
  max_chunks_per_file: [0, 1_000_000],
  max_total_bytes: [0, Number.MAX_SAFE_INTEGER],
};

/** Applies untrusted settings to known ones. Throws `engine/bad-settings` with the setting, the limit and the actual value. */
export function toSettings(values: unknown, base: Settings = DEFAULT_SETTINGS): Settings {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw new AppError('engine/bad-settings', 'settings are an object of names and values');
  }
  for (const [name, value] of Object.entries(values)) check(name, value);
  return { ...base, ...values };
}

function check(name: string, value: unknown): void {
  if (!Object.hasOwn(DEFAULT_SETTINGS, name)) throw bad(name, 'is not a setting', value);
  const range = RANGES[name as keyof Settings];
  if (range !== undefined) {
    const [min, max] = range;
    if (!Number.isInteger(value)) throw bad(name, 'must be a whole number', value);
    if ((value as number) < min || (value as number) > max) throw bad(name, `must be from ${min} to ${max}`, value);
  } else if (name === 'outline') {
    if (value !== 'tree-sitter' && value !== 'none') throw bad(name, 'must be "tree-sitter" or "none"', value);
  } else if (typeof value !== 'boolean') throw bad(name, 'must be true or false', value);
}

function bad(name: string, rule: string, value: unknown): AppError {
  const setting = name.slice(0, 100);
  const actual = typeof value === 'number' ? value : String(value).slice(0, 100);
  return new AppError('engine/bad-settings', `${setting} ${rule}`, { setting, actual });
}
