export interface ServerJson {
  readonly $schema: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly repository: { readonly url: string; readonly source: string };
  readonly websiteUrl?: string;
  readonly packages: readonly Readonly<Record<string, unknown>>[];
}
export function toServerJson(manifest: {
  name: string;
  version: string;
  mcpName?: string;
  homepage?: string;
  repository?: string | { url: string };
}): ServerJson | undefined;
