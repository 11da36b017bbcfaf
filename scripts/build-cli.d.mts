export function buildCli(): Promise<string>;
