import { isIPv6 } from 'node:net'

/** How many groups of an IPv6 address one customer of a provider is given. */
const NETWORK_GROUPS = 4

/**
 * The client that limits count: the address that the outermost trusted proxy saw. For IPv6 it is
 * the /64, because one client has all its addresses.
 */
export function clientOf(
  forwarded: string | undefined,
  socket: string | undefined,
  hops: number,
): string {
  if (hops === 0 || !forwarded) return networkOf(socket ?? 'unknown')
  const chain = forwarded.split(',').map((address) => address.trim())
  return networkOf(chain[Math.max(0, chain.length - hops)] ?? socket ?? 'unknown')
}

function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain) || plain === '::1') return address
  const [head = '', tail] = plain.toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array<string>(missing).fill('0'), ...right]
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16))
  return `${network.map((group) => group.toString(16)).join(':')}::/64`
}
