import { createSignal } from './signal.ts';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'ok' | 'bad';
  readonly action?: { readonly label: string; readonly run: () => void };
}

interface ToastOptions extends Partial<Pick<Toast, 'tone' | 'action'>> {
  readonly stays?: boolean;
}

export function createToasts() {
  const list = createSignal<readonly Toast[]>([]);
  let nextId = 1;
  const dismiss = (id: number) => list.update((all) => all.filter((toast) => toast.id !== id));
  return {
    list,
    dismiss,
    /** Toasts with an action stay longer: undo must be reachable by keyboard. */
    show(text: string, { stays = false, tone = 'plain', action }: ToastOptions = {}): void {
      const id = nextId++;
      list.update((all) => [...all.slice(-3), { id, text, tone, ...(action && { action }) }]);
      if (!stays) setTimeout(() => dismiss(id), action ? 12_000 : tone === 'bad' ? 9_000 : 4_000);
    },
  };
}
