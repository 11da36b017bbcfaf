import { type ComponentProps, type ReactNode, useId } from 'react';
import { Button, toClass } from './button.tsx';
import * as css from './field.module.css';
import * as look from './look.module.css';

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Replaces the hint; the control is then invalid. */
  readonly problem?: string;
  readonly className?: string;
}

interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': boolean | undefined;
  readonly 'aria-describedby': string | undefined;
}

/** A label, a control, and a hint or a problem that describes it. */
function Field(props: FieldProps & { readonly children: (control: ControlProps) => ReactNode }) {
  const { label, hint, problem = '', className, children } = props;
  const id = useId();
  const hasProblem = problem !== '';
  const hintId = hasProblem || hint ? `${id}-hint` : undefined;
  return (
    <div className={toClass(css.field, className)}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': hasProblem || undefined, 'aria-describedby': hintId })}
      {hintId !== undefined && (
        <span
          className={hasProblem ? `${look.hint} ${look.bad}` : look.hint}
          id={hintId}
          role={hasProblem ? 'alert' : undefined}
        >
          {hasProblem ? problem : hint}
        </span>
      )}
    </div>
  );
}

interface TextProps extends FieldProps, Omit<ComponentProps<'input'>, 'onChange' | 'className'> {
  readonly onChange?: (text: string, input: HTMLInputElement) => void;
  /** Text after the input, on the same line. */
  readonly unit?: ReactNode;
}

export function TextField({ label, hint, problem, className, onChange, unit, ...rest }: TextProps) {
  return (
    <Field label={label} hint={hint} problem={problem} className={className}>
      {(control) => {
        const change = onChange && (({ target }: { target: HTMLInputElement }) => onChange(target.value, target));
        const input = <input className={css.input} {...control} {...rest} onChange={change} />;
        if (!unit) return input;
        return (
          <div className={`${look.row} ${look.nowrap}`}>
            {input}
            {unit}
          </div>
        );
      }}
    </Field>
  );
}

interface SearchProps extends Omit<ComponentProps<'input'>, 'onChange' | 'className'> {
  readonly label: string;
  readonly onChange: (text: string) => void;
}

/** A search field without a visible label. */
export function SearchInput({ label, onChange, ...rest }: SearchProps) {
  return (
    <input
      type="search"
      className={css.input}
      aria-label={label}
      placeholder={label}
      {...rest}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface TextAreaProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'onChange' | 'className'> {
  readonly onChange: (text: string) => void;
  readonly isMono?: boolean;
}

export function TextArea({ label, hint, problem, className, onChange, isMono, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} problem={problem} className={className}>
      {(control) => (
        <textarea
          className={toClass(css.input, isMono && css.mono)}
          {...control}
          {...rest}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Values and their labels, in order. */
type Options<T extends string> = readonly (readonly [value: T, label: string])[];

export function toOptions<T extends string>(labels: Readonly<Record<T, string>>): Options<T> {
  return Object.entries(labels) as [T, string][];
}

interface SelectProps<T extends string> extends Omit<ComponentProps<'select'>, 'onChange' | 'value'> {
  readonly value?: T;
  readonly options: Options<T>;
  readonly onChange?: (value: T) => void;
}

/** A list without a visible label. */
export function Select<T extends string>({ options, onChange, className, ...rest }: SelectProps<T>) {
  const change = onChange && ((event: { target: HTMLSelectElement }) => onChange(event.target.value as T));
  return (
    <select className={toClass(css.select, className)} {...rest} onChange={change}>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

export function SelectField<T extends string>({ label, ...rest }: SelectProps<T> & { readonly label: string }) {
  return <Field label={label}>{(control) => <Select {...control} {...rest} />}</Field>;
}

interface CheckProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly label: ReactNode;
  readonly hint?: string;
  readonly onChange?: (isOn: boolean) => void;
}

export function CheckField({ label, hint, onChange, ...rest }: CheckProps) {
  return (
    <label className={css.check}>
      <input type="checkbox" {...rest} onChange={onChange && ((event) => onChange(event.target.checked))} />
      {hint === undefined ? (
        label
      ) : (
        <span>
          {label} <span className={look.hint}>{hint}</span>
        </span>
      )}
    </label>
  );
}

interface GlobProps extends FieldProps {
  readonly rows?: number;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** A text area for globs, one per line. */
export function GlobField({ rows = 4, ...rest }: GlobProps) {
  return <TextArea rows={rows} isMono spellCheck={false} {...rest} />;
}

export function toGlobs(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
}

/** Include and exclude globs as the user edits them, one per line. */
export interface PatternTexts {
  readonly include: string;
  readonly exclude: string;
}

export function toTexts({ include, exclude }: Readonly<Record<keyof PatternTexts, readonly string[]>>): PatternTexts {
  return { include: include.join('\n'), exclude: exclude.join('\n') };
}

/** Returns the globs of the edited fields only: the other field may have changed in another tab. */
export function toPatterns(edited: Partial<PatternTexts>): { readonly [name in keyof PatternTexts]?: string[] } {
  return Object.fromEntries(Object.entries(edited).map(([name, text]) => [name, toGlobs(text)]));
}

interface SwitchProps {
  readonly label: string;
  readonly hint?: string;
  readonly isOn: boolean;
  readonly disabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function SwitchRow({ label, hint, isOn, disabled, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className={css.switchRow}>
      <div>
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <p className={look.hint} id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        className={css.knob}
        checked={isOn}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  );
}

interface SegmentedProps<T extends string> {
  readonly value: T;
  readonly options: Options<T>;
  readonly onChange: (value: T) => void;
}

/** Buttons in a row, one of which is pressed. */
export function Segmented<T extends string>({ value, options, onChange }: SegmentedProps<T>) {
  return (
    <div className={look.segmented}>
      {options.map(([name, label]) => (
        <Button key={name} look="own" label={label} aria-pressed={value === name} onClick={() => onChange(name)} />
      ))}
    </div>
  );
}
