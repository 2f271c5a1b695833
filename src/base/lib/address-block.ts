/** Groups of an IPv6 address that name the network of a site: /48. */
const SITE_GROUPS = 3

/** The block that a client's addresses come from: /24 for IPv4, /48 for IPv6. */
export function addressBlock(client: string): string {
  const four = /^(\d+\.\d+\.\d+)\.\d+$/.exec(client)?.[1]
  if (four !== undefined) return `${four}.0/24`
  const [head = ''] = client.split('::')
  const groups = head.split(':')
  return client.includes(':') && groups.length >= SITE_GROUPS
    ? `${groups.slice(0, SITE_GROUPS).join(':')}::/48`
    : client
}
