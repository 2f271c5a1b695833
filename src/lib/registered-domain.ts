import { getDomain } from 'tldts'

/** The domain that somebody registered for a host; an address or a bare name is its own. */
export const registeredDomain = (hostname: string): string =>
  getDomain(hostname, { allowPrivateDomains: true }) ?? hostname
