export function makePlots(): Record<string, string>;
