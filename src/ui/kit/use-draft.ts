import { useCallback, useState } from 'react';
import type { Loaded } from './use-loaded.ts';

/** A form over a stored value: typed fields replace stored ones. Until the stored value is known, `value` is undefined, and a form has nothing to save. */
export function useDraft<T extends object>(stored: Loaded<T>) {
  const [typed, setTyped] = useState<Partial<T>>({});
  const change = useCallback((part: Partial<T>) => setTyped((now) => ({ ...now, ...part })), []);
  const value: T | undefined = stored.status === 'ready' ? { ...stored.value, ...typed } : undefined;
  const { status, problem, reload } = stored;
  return { status, problem, reload, value, typed, change };
}
