import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { toAppError } from '../../model/app-error.ts';
import { RECORD_TABLES, type Records } from '../contract.ts';
import { createTableRecords, type KeyTable } from './table-records.ts';

/** Longer names are split into folders: systems allow 255 bytes. */
const NAME = /.{1,200}/g;

/** Values by key, each in a file of its own. */
export function openDiskTable(folder: string): KeyTable {
  mkdirSync(folder, { recursive: true });
  // In hexadecimal any key is a name, on every system. The letter keeps a folder of a longer key apart from files, and makes the empty key a name.
  const toPath = (key: string): string =>
    join(folder, (`k${Buffer.from(key).toString('hex')}`.match(NAME) as string[]).join(`z${sep}`));
  return {
    keys() {
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const names = files.map((entry) =>
        relative(folder, join(entry.parentPath, entry.name)).replaceAll(`z${sep}`, ''),
      );
      return names.flatMap((name) => (name.endsWith('.new') ? [] : Buffer.from(name.slice(1), 'hex').toString()));
    },
    get(key) {
      const path = toPath(key);
      return existsSync(path) ? deserialize(readFileSync(path)) : undefined;
    },
    setAll(entries) {
      for (const [path, bytes] of entries.map(([key, value]) => [toPath(key), serializeValue(value)] as const)) {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(`${path}.new`, bytes);
        renameSync(`${path}.new`, path);
      }
    },
    delete: (key) => rmSync(toPath(key), { force: true }),
  };
}

function serializeValue(value: unknown): Uint8Array {
  try {
    return serialize(value);
  } catch (error) {
    throw toAppError(error);
  }
}

export function createDiskRecords(folder: string): Records {
  const tables = new Map(RECORD_TABLES.map((name) => [name, openDiskTable(join(folder, name))]));
  return createTableRecords((name) => tables.get(name) as KeyTable);
}
