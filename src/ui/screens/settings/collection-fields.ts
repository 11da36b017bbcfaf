import { settingsWords } from '../../words/settings.ts';

const MB = 1_000_000;
const MIB = 1_048_576;

export const FIELDS: readonly Field[] = [
  {
    key: 'chunk_target_chars',
    label: settingsWords.target,
    unit: settingsWords.chars,
    scale: 1,
    min: 200,
    max: 50_000,
  },
  { key: 'chunk_max_chars', label: settingsWords.max, unit: settingsWords.chars, scale: 1, min: 400, max: 100_000 },
  { key: 'chunk_min_chars', label: settingsWords.min, unit: settingsWords.chars, scale: 1, min: 0, max: 10_000 },
  {
    key: 'max_file_bytes',
    label: settingsWords.maxFile,
    unit: settingsWords.mebibytes,
    scale: MIB,
    min: 0.001,
    max: 100,
  },
  {
    key: 'max_total_bytes',
    label: settingsWords.maxTotal,
    unit: settingsWords.megabytes,
    scale: MB,
    min: 1,
    max: 4_000,
  },
  { key: 'max_chunks_per_file', label: settingsWords.maxChunks, unit: '', scale: 1, min: 1, max: 100_000 },
];

export interface Field {
  readonly key: NumberKey;
  readonly label: string;
  readonly unit: string;
  readonly scale: number;
  readonly min: number;
  readonly max: number;
}

type NumberKey =
  | 'chunk_target_chars'
  | 'chunk_max_chars'
  | 'chunk_min_chars'
  | 'max_file_bytes'
  | 'max_total_bytes'
  | 'max_chunks_per_file';

export function isInRange({ min, max, scale }: Field, value: number): boolean {
  return value >= min * scale && value <= max * scale;
}
