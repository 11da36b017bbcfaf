/** Origins of the app, set by `npm run build:extension`. */
declare const APP_ORIGINS: readonly string[];

export const appOrigins = APP_ORIGINS;

export function isAppOrigin(url: string | undefined): boolean {
  return url !== undefined && URL.canParse(url) && appOrigins.includes(new URL(url).origin);
}

/** Returns the match pattern of an origin. Firefox has no ports in patterns: there a host is granted with all its ports. */
export function toPattern(origin: string): string {
  const { protocol, host, hostname } = new URL(origin);
  return `${protocol}//${'getBrowserInfo' in chrome.runtime ? hostname : host}/*`;
}

export function isGranted(origin: string): Promise<boolean> {
  return chrome.permissions.contains({ origins: [toPattern(origin)] });
}

/** Lists what the user granted; the app's own pages come with the extension. */
export async function listGranted(): Promise<string[]> {
  const { origins = [] } = await chrome.permissions.getAll();
  const own = new Set(chrome.runtime.getManifest().host_permissions ?? []);
  return origins.filter((pattern) => !own.has(pattern)).map((pattern) => pattern.replace(/\/\*$/, ''));
}
