import * as look from './look.module.css';

interface Props {
  readonly columns: readonly string[];
  /** Number of columns at the end that contain numbers. */
  readonly numbers?: number;
}

/** The row of column names. */
export function TableHead({ columns, numbers = 0 }: Props) {
  return (
    <thead>
      <tr>
        {columns.map((name, i) => (
          <th key={name} scope="col" className={i < columns.length - numbers ? undefined : look.num}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
