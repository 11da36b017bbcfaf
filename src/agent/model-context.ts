/** The part of WebMCP that is used. Not in TypeScript's DOM types yet. */
export interface ModelContext {
  registerTool(tool: ModelTool, options?: { signal?: AbortSignal }): unknown;
}

export interface ModelTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly annotations: { readonly readOnlyHint: boolean; readonly untrustedContentHint: boolean };
  execute(input: unknown): Promise<unknown>;
}

/** Browsers put it on the document or the navigator; most have neither. */
export function findModelContext(): ModelContext | undefined {
  const places = [globalThis.document, globalThis.navigator] as unknown as { modelContext?: ModelContext }[];
  return places.map((place) => place?.modelContext).find((found) => typeof found?.registerTool === 'function');
}
