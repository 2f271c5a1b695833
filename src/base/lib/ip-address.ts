import ipaddr from 'ipaddr.js'
import { z } from 'zod'

/** An address as a number with its version. */
export interface Address {
  readonly version: 4 | 6
  readonly value: bigint
}

export const bitsOf = (version: 4 | 6): number => (version === 4 ? 32 : 128)

const FOUR = /^\d{1,3}(\.\d{1,3}){3}$/
const SIX = /^[0-9a-fA-F:.]{2,45}$/

/** Four decimal numbers or RFC 4291; null for anything else, short spellings and zones included. */
export function parseAddress(text: string): Address | null {
  if (FOUR.test(text)) {
    const parts = text.split('.')
    const isStrict = parts.every((part) => Number(part) < 256 && !/^0\d/.test(part))
    return isStrict ? { version: 4, value: numberOf(parts.map(Number)) } : null
  }
  if (!SIX.test(text) || !text.includes(':')) return null
  const hextets = withoutDottedTail(text)
  if (hextets === null || !ipaddr.IPv6.isValid(hextets)) return null
  return { version: 6, value: numberOf(ipaddr.IPv6.parse(hextets).toByteArray()) }
}

/**
 * `::1.2.3.4` as `::102:304`. The library takes an IPv4-compatible address (RFC 4291, 2.5.5.1) for
 * an IPv4-mapped one (2.5.5.2). Null if the tail is no IPv4 address.
 */
function withoutDottedTail(text: string): string | null {
  const tail = /:([^:]*\.[^:]*)$/.exec(text)?.[1]
  if (tail === undefined) return text
  const four = parseAddress(tail)
  if (!four) return null
  const hextets = [four.value >> 16n, four.value & 0xffffn].map((value) => value.toString(16))
  return text.slice(0, -tail.length) + hextets.join(':')
}

const numberOf = (bytes: readonly number[]): bigint =>
  bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)

function bytesOf({ version, value }: Address): number[] {
  const bytes = bitsOf(version) / 8
  return Array.from({ length: bytes }, (_, at) =>
    Number((value >> BigInt(8 * (bytes - 1 - at))) & 255n),
  )
}

/** As RFC 5952 writes it. */
export function formatAddress(address: Address): string {
  const bytes = bytesOf(address)
  if (address.version === 4) return bytes.join('.')
  const parsed = new ipaddr.IPv6(bytes)
  // Mapped addresses end in their four numbers.
  return parsed.isIPv4MappedAddress()
    ? `::ffff:${parsed.toIPv4Address().toString()}`
    : parsed.toRFC5952String()
}

/** The address with all its digits. */
export function expandAddress(address: Address): string {
  const bytes = bytesOf(address)
  if (address.version === 4) return bytes.map((byte) => String(byte).padStart(3, '0')).join('.')
  const digits = Buffer.from(bytes).toString('hex')
  return digits.match(/.{4}/g)!.join(':')
}

export const hexOf = (address: Address): string =>
  `0x${Buffer.from(bytesOf(address)).toString('hex')}`

/** The name for reverse DNS: `1.1.1.1.in-addr.arpa`. */
export function reverseName(address: Address): string {
  if (address.version === 4) return `${bytesOf(address).toReversed().join('.')}.in-addr.arpa`
  return `${Array.from(hexOf(address).slice(2)).toReversed().join('.')}.ip6.arpa`
}

const SCOPES: Readonly<Record<string, string>> = {
  unicast: 'public',
  linkLocal: 'link-local',
  uniqueLocal: 'private',
  carrierGradeNat: 'shared',
  ipv4Mapped: 'ipv4-mapped',
  rfc6145: 'translated',
  rfc6052: 'nat64',
  '6to4': '6to4',
  as112: 'as112',
  as112v6: 'as112',
  amt: 'amt',
  orchid2: 'reserved',
  droneRemoteIdProtocolEntityTags: 'reserved',
}

const DOCUMENTATION_4 = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24']
const DOCUMENTATION_6 = ['2001:db8::/32', '3fff::/20']
const BENCHMARKING = ['198.18.0.0/15', '2001:2::/48']
const GLOBAL_UNICAST_6 = '2000::/3'

/** What an address is for: public, private, loopback, multicast and so on. */
export function scopeOf(address: Address): string {
  const parsed = ipaddr.parse(formatAddress(address))
  const isIn = (blocks: readonly string[]) =>
    blocks.some((block) => {
      const [network, prefix] = ipaddr.parseCIDR(block)
      return network.kind() === parsed.kind() && parsed.match([network, prefix])
    })
  if (isIn(DOCUMENTATION_4) || isIn(DOCUMENTATION_6)) return 'documentation'
  if (isIn(BENCHMARKING)) return 'benchmarking'
  const range: string = parsed.range()
  if (range === 'unicast' && address.version === 6 && !isIn([GLOBAL_UNICAST_6])) return 'reserved'
  return SCOPES[range] ?? range
}

export const isPublic = (address: Address): boolean => scopeOf(address) === 'public'

/** An address of the public internet, as RFC 5952 writes it. */
export const publicIp = () =>
  z
    .string()
    .max(100)
    .transform((text, context) => {
      const address = parseAddress(text.trim())
      if (address && isPublic(address)) return formatAddress(address)
      const message = address
        ? `must be a public address; ${formatAddress(address)} is ${scopeOf(address)}`
        : 'must be an IPv4 or IPv6 address such as 1.1.1.1 or 2606:4700:4700::1111'
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
