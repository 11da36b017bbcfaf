import * as css from './bar.module.css';

/** A fill level. The numbers are next to it as text, so screen readers skip it. The colour changes at 70 and 90 percent. */
export function Meter({ share }: { readonly share: number }) {
  const tone = share > 0.9 ? 'bad' : share > 0.7 ? 'warn' : undefined;
  return (
    <div className={css.bar} data-tone={tone} aria-hidden>
      <div style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
    </div>
  );
}
