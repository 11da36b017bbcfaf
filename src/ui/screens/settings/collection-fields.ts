import type { Settings } from '../../../model/settings.ts';
import { settingsWords } from '../../words/settings.ts';

const MB = 1_000_000;
const { chars, target, max, min, maxFile, maxTotal, megabytes, maxChunks } = settingsWords;

export const FIELDS = [
  { key: 'chunk_target_chars', label: target, unit: chars, scale: 1, min: 200, max: 50_000 },
  { key: 'chunk_max_chars', label: max, unit: chars, scale: 1, min: 400, max: 100_000 },
  { key: 'chunk_min_chars', label: min, unit: chars, scale: 1, min: 0, max: 10_000 },
  { key: 'max_file_bytes', label: maxFile, unit: megabytes, scale: MB, min: 0.001, max: 105 },
  { key: 'max_total_bytes', label: maxTotal, unit: megabytes, scale: MB, min: 1, max: 4_000 },
  { key: 'max_chunks_per_file', label: maxChunks, unit: '', scale: 1, min: 1, max: 100_000 },
] as const;

/** Says what is wrong with the value of a field. */
export function findProblem(field: (typeof FIELDS)[number], settings: Settings): string | undefined {
  const value = settings[field.key] / field.scale;
  // An empty field is NaN.
  if (!(value >= field.min && value <= field.max)) return settingsWords.outOfRange(field.min, field.max);
  const isOverMax = field.key === 'chunk_target_chars' && value > settings.chunk_max_chars;
  return isOverMax ? settingsWords.overMax(settings.chunk_max_chars) : undefined;
}
