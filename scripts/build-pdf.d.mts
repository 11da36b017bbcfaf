export function buildPdf(): Promise<{ api: string; worker: string; maps: string }>;
