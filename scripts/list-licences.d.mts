export interface PackageLicence {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly note: string;
  readonly text: string;
}
export function listLicences(): PackageLicence[];
export function makeNotice(): string;
export function makeLicencePage(): string;
