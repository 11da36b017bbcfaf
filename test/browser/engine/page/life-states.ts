export interface LifeFile {
  readonly path: string;
  readonly text: string;
}

const FILES = 60;

/**
 * The files of a state. From an even state to the next only `state.txt` changes; from an odd one to the next some files change, some are
 * dropped and some are new.
 */
export function makeState(state: number): LifeFile[] {
  const major = state >> 1;
  const files: LifeFile[] = [];
  for (let i = 0; i < FILES; i++) {
    if ((i + major) % 7 === 0) continue;
    const version = Math.floor((major + i) / 3);
    const text = `# File ${i}\n\nalpha beta gamma configuration ${version} ${'word '.repeat((i * 13 + version) % 50)}\n`;
    files.push({ path: `dir${i % 4}/f${i}.md`, text });
  }
  files.push({ path: 'state.txt', text: `state ${state}` });
  return files;
}

export function toInput(files: readonly LifeFile[]) {
  return {
    type: 'files' as const,
    name: 'life',
    // Equal texts must have equal dates, or a sync would read them again; unequal ones must not.
    files: files.map(({ path, text }) => ({ path, file: new File([text], path, { lastModified: toDate(text) }) })),
  };
}

function toDate(text: string): number {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum = (sum * 31 + text.charCodeAt(i)) % 1_000_000_007;
  return sum;
}
