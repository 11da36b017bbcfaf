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
