/** A fetch that sends requests for these hosts to other addresses. */
export function mapHosts(hosts: Readonly<Record<string, string>>): typeof fetch {
  return (input, init) => {
    const url = new URL(String(input));
    const base = hosts[url.host];
    return fetch(base === undefined ? url : base.replace(/\/$/, '') + url.pathname + url.search, init);
  };
}
