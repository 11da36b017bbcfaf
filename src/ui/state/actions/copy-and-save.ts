import { words } from '../../words/words.ts';
import type { AppContext } from '../context.ts';

export async function copyText({ state: { toasts } }: AppContext, text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.show(done, { tone: 'ok' });
  } catch {
    toasts.show(words.common.copyFailed, { tone: 'bad' });
  }
}

export function saveBlob(blob: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  // The download has started by then; without this, the bytes stay in memory as long as the page is open.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
