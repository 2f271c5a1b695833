import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { badInput } from '../../base/core/fault.ts'

const GLOBAL_UNICAST_6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Routed like public addresses, but served by the machines of one cloud only. */
const AZURE_METADATA = '168.63.129.16'

/**
 * True only for an address of one host on the public internet. An address that wraps another
 * (mapped, NAT64, 6to4, Teredo) is refused whatever it wraps, and so is one with a zone.
 */
export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 0 || ip.includes('%') || ip === AZURE_METADATA) return false
  const address = ipaddr.parse(ip)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST_6)
}

/**
 * Suffixes of private networks. They are refused, so that callers cannot explore the private
 * network.
 */
const PRIVATE_SUFFIXES =
  /(^|\.)(alt|corp|home|home\.arpa|internal|intranet|invalid|lan|local|localdomain|localhost|onion|private|test)$/

/** A name that means something on a private network only. Names of one label always do. */
export function isPrivateName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  return !name.includes('.') || PRIVATE_SUFFIXES.test(name)
}

const URL_CHARACTERS_MAX = 8_192
const PRIVILEGED_PORTS = 1_024

/** Ports of services that are no web servers and must not receive HTTP. */
const BANNED_PORTS = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190, 5060,
  5061, 5432, 5672, 5900, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042, 9100,
  9200, 9300, 10080, 10250, 11211, 27017,
])

/** Addresses that count as public too: tests allow loopback with it. */
export type Allow = (ip: string) => boolean

/**
 * A URL that a caller may name; throws what is wrong with any other. The addresses of its name are
 * checked again when it is resolved.
 */
export function assertPublicUrl(text: string | URL, allow: Allow = () => false): URL {
  const url = parseUrl(String(text))
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw badInput('url: must begin with http:// or https://.')
  if (url.username !== '' || url.password !== '')
    throw badInput('url: must not carry a user name or a password.')
  if (url.port !== '' && !isWebPort(Number(url.port)))
    throw badInput(`url: port ${url.port} is not one that web servers listen on.`)
  const host = bare(url.hostname)
  const isPublic = isIP(host) === 0 ? !isPrivateName(host) : isPublicAddress(host) || allow(host)
  if (!isPublic) throw badInput(`url: ${url.hostname} is not on the public internet.`)
  return url
}

/** A host as sockets take it: IPv6 literals without brackets. */
export const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

function parseUrl(text: string): URL {
  const url = text.length <= URL_CHARACTERS_MAX ? URL.parse(text) : null
  if (url) return url
  throw badInput(
    `url: must be an absolute http or https URL of at most ${URL_CHARACTERS_MAX} characters.`,
  )
}

const isWebPort = (port: number): boolean =>
  port === 80 || port === 443 || (port >= PRIVILEGED_PORTS && !BANNED_PORTS.has(port))
