import { getDomain } from 'tldts';

/** The registrable domain of a host, by the list of public suffixes; undefined for addresses and single names. */
export function findDomain(hostname: string): string | undefined {
  return getDomain(hostname, { allowPrivateDomains: true }) ?? undefined;
}

/** Whether an address, absolute or of that site, has the registrable domain of another. */
export function isSameDomain(address: string, origin: string): boolean {
  if (!URL.canParse(address, origin)) return false;
  const [one, other] = [new URL(address, origin), new URL(origin)];
  const domainOf = ({ hostname }: URL) => findDomain(hostname) ?? hostname;
  return domainOf(one) === domainOf(other);
}
