import type { Host } from '../../base/core/capability.ts'
import { badInput } from '../../base/core/fault.ts'
import { DNS_SERVERS } from './_dns.ts'
import { assertPublicUrl, isPublicAddress } from './public-url.ts'
import { resolveFor } from './web.ts'

/** Each costs questions to the name servers. */
const HOSTS_MAX = 20

/** What `openPublicHosts` reads. */
export const PUBLIC_HOSTS_SETTINGS = [DNS_SERVERS]

/**
 * For addresses that others will fetch: refuses a name that resolves to an address that is not
 * public, or to none. `field` is what the refusal names.
 */
export function openPublicHosts(
  host: Host,
): (urls: readonly string[], field: string) => Promise<void> {
  const resolve = resolveFor(host)
  return async (urls, field) => {
    const hosts = new Set(urls.map((url) => assertPublicUrl(url).hostname))
    if (hosts.size > HOSTS_MAX)
      throw badInput(`${field}: must name at most ${HOSTS_MAX} hosts; this names ${hosts.size}.`)
    await Promise.all([...hosts].map(assertPublic))

    async function assertPublic(name: string): Promise<void> {
      const bare = name.replace(/^\[|\]$/g, '')
      if (isPublicAddress(bare)) return
      const addresses = await resolve(name).catch(() => [])
      if (addresses.length === 0)
        throw badInput(`${field}: ${name} does not resolve to an address.`)
      if (!addresses.every(isPublicAddress))
        throw badInput(`${field}: ${name} is not on the public internet.`)
    }
  }
}
