/** Small files that made the parser trap, or hang for minutes inside its error recovery. */
export interface Poison {
  readonly name: string;
  readonly language: string;
  readonly extension: string;
  readonly text: string;
  /** One of the few for tests that parse many times. */
  readonly isShort: boolean;
}

const make = (language: string, extension: string, piece: string, bytes = 16_384, isShort = false): Poison => ({
  name: JSON.stringify(piece),
  language,
  extension,
  text: piece.repeat(Math.ceil(bytes / piece.length)),
  isShort,
});

export const POISONS: readonly Poison[] = [
  make('tsx', 'tsx', '<T>(', 10_000, true),
  make('go', 'go', '%w[', 24_000),
  make('java', 'java', ':not('),
  make('c', 'c', ':not('),
  make('javascript', 'js', '|---|\n', 4_096, true),
  make('tsx', 'tsx', '<a/>'),
  make('bash', 'sh', '<div>'),
  make('java', 'java', '<!--'),
  make('go', 'go', '<!--', 8_192, true),
  make('javascript', 'js', '{/*', 8_192, true),
  make('typescript', 'ts', '|---|\n'),
  make('cpp', 'cpp', '|---|\n'),
  make('c-sharp', 'cs', '|---|\n'),
  make('ruby', 'rb', '|---|\n'),
  make('python', 'py', '|---|\n'),
];
