interface Props<T extends string> {
  readonly id: string;
  readonly label: string;
  readonly value: T | undefined;
  /** Values and their labels, in order. */
  readonly options: readonly (readonly [T, string])[];
  readonly onChange: (value: T) => void;
}

export function SelectField<T extends string>({ id, label, value, options, onChange }: Props<T>) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="select" value={value} onChange={(event) => onChange(event.target.value as T)}>
        {options.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
