import { createSignal } from './signal.ts';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'ok' | 'bad';
  readonly action?: { readonly label: string; readonly run: () => void };
}

export const toasts = createSignal<readonly Toast[]>([]);
let nextId = 1;

/** Toasts with an action stay longer: undo must be reachable by keyboard. */
export function showToast(
  text: string,
  options: { tone?: Toast['tone']; action?: Toast['action']; stays?: boolean } = {},
): number {
  const id = nextId++;
  const toast: Toast = {
    id,
    text,
    tone: options.tone ?? 'plain',
    ...(options.action ? { action: options.action } : {}),
  };
  toasts.update((list) => [...list.slice(-3), toast]);
  if (!options.stays)
    setTimeout(() => dismissToast(id), options.action ? 12_000 : options.tone === 'bad' ? 9_000 : 4_000);
  return id;
}

export function dismissToast(id: number): void {
  toasts.update((list) => list.filter((toast) => toast.id !== id));
}

/** Text that assistive technology announces once, through the one polite live region. */
export const announcement = createSignal('');

export function announce(text: string): void {
  announcement.set(text);
}
