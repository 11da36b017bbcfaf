export interface FoundBrowser {
  path: string;
  from: 'installed' | 'playwright';
}
export function findBrowser(name: 'chromium' | 'firefox'): FoundBrowser | undefined;
export function ensureBrowser(name: 'chromium' | 'firefox'): FoundBrowser | undefined;
export interface WebKitPlace {
  readonly driver: string;
  readonly browser: string;
  readonly display: string;
}
export function findWebKit(): WebKitPlace | undefined;
