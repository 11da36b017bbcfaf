export function buildMcp(): Promise<{ server: string }>;
