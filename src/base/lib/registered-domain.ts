import { getDomain } from 'tldts'

/** The registrable domain of a host; an IP address or a name without one stays as it is. */
export const registeredDomain = (hostname: string): string =>
  getDomain(hostname, { allowPrivateDomains: true }) ?? hostname

/** The same for a URL; without a registrable domain, the host with its port. */
export const registeredHost = ({ hostname, host }: URL): string =>
  getDomain(hostname, { allowPrivateDomains: true }) ?? host
