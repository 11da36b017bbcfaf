interface Props {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly rows?: number | undefined;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** A text area for globs, one per line. */
export function GlobField({ id, label, hint, rows = 4, value, onChange }: Props) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="input mono"
        rows={rows}
        spellCheck={false}
        aria-describedby={`${id}-hint`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <span id={`${id}-hint`} className="hint">
        {hint}
      </span>
    </div>
  );
}

export function toGlobs(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
}
