import * as css from './controls.module.css';

interface Props {
  readonly label: string;
  readonly value: number;
  /** 0 until the total is known. */
  readonly max: number;
}

export function ProgressBar({ label, value, max }: Props) {
  const isKnown = max > 0;
  const share = isKnown ? Math.min(1, value / max) : 0;
  return (
    <div
      className={isKnown ? css.bar : `${css.bar} ${css.unknown}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={isKnown ? 100 : undefined}
      aria-valuenow={isKnown ? Math.round(share * 100) : undefined}
    >
      {/* Moved, not resized: a width in transition lays the page out anew in every frame, as long as a job runs. */}
      <div style={isKnown ? { transform: `scaleX(${share})` } : undefined} />
    </div>
  );
}
