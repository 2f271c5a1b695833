import { z } from 'zod'
import { domainName } from '../../base/lib/domain-name.ts'

const DOMAIN_CHARACTERS_MAX = 2_000

/** A domain, or the host of a URL. */
export const domain = () =>
  z
    .string()
    .max(DOMAIN_CHARACTERS_MAX)
    .transform((text) => hostOf(text.trim()) ?? text)
    .pipe(domainName())

/** Host of a URL; null if it has none. */
export function hostOf(url: string): string | null {
  return /^https?:\/\//i.test(url) ? (URL.parse(url)?.hostname ?? null) : null
}

export const siteOf = (name: string): string => `https://${name}/`

/** Host of a URL if it is a name; null if it is an address. */
export function domainIn(url: string): string | null {
  const read = domainName().safeParse(hostOf(url) ?? '')
  return read.success ? read.data : null
}

/** Host and port where the site of a URL uses TLS; for plain HTTP, where it would use TLS. */
export function tlsPlaceIn(url: string) {
  const { hostname: host, protocol, port } = new URL(url)
  return { host, ...(protocol === 'https:' && port !== '' && { port: Number(port) }) }
}
