/** Works through a list, so many at a time, until it ends or one answers false: then nothing new begins. */
export async function forEachItem<T>(
  items: readonly T[],
  concurrency: number,
  visit: (item: T) => Promise<boolean>,
): Promise<void> {
  let next = 0;
  let isStopped = false;
  const work = async (): Promise<void> => {
    while (next < items.length && !isStopped) {
      if (!(await visit(items[next++] as T))) isStopped = true;
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, work));
}
