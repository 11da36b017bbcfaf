import { words } from '../../words/words.ts';
import { showToast } from '../toasts.ts';

export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(done, { tone: 'ok' });
  } catch {
    showToast(words.common.copyFailed, { tone: 'bad' });
  }
}
