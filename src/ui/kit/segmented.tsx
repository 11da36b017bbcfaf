import { Button } from './button.tsx';
import type { Options } from './field.tsx';
import * as look from './look.module.css';

interface Props<T extends string> {
  readonly value: T;
  readonly options: Options<T>;
  readonly onChange: (value: T) => void;
}

/** Buttons in a row, one of which is pressed. */
export function Segmented<T extends string>({ value, options, onChange }: Props<T>) {
  return (
    <div className={look.segmented}>
      {options.map(([name, label]) => (
        <Button key={name} look="own" label={label} aria-pressed={value === name} onClick={() => onChange(name)} />
      ))}
    </div>
  );
}
