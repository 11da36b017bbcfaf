import { getDomain } from 'tldts';

/** Returns the registrable domain of a host by the public suffix list; undefined for IP addresses and single names. */
export function findDomain(hostname: string): string | undefined {
  return getDomain(hostname, { allowPrivateDomains: true }) ?? undefined;
}

/** True when an address, absolute or relative to `origin`, has the same registrable domain. */
export function isSameDomain(address: string, origin: string): boolean {
  if (!URL.canParse(address, origin)) return false;
  const [one, other] = [new URL(address, origin), new URL(origin)];
  const domainOf = ({ hostname }: URL) => findDomain(hostname) ?? hostname;
  return domainOf(one) === domainOf(other);
}
