import * as icons from './icons.ts';

export type IconName = keyof typeof icons;

/** Always next to text or inside a labelled control, so screen readers skip it. */
export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  // biome-ignore lint/performance/noDynamicNamespaceImportAccess: every icon of that module is used
  const Shape = icons[name];
  return <Shape size={size} strokeWidth={1.75} aria-hidden focusable="false" />;
}
