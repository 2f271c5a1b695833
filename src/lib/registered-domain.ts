import { getDomain } from 'tldts'

/** The domain that somebody registered for a host; an address or a bare name is its own. */
export const registeredDomain = (hostname: string): string =>
  getDomain(hostname, { allowPrivateDomains: true }) ?? hostname

/** The same for an address; where there is no domain to register, each port is its own. */
export const registeredHost = ({ hostname, host }: URL): string =>
  getDomain(hostname, { allowPrivateDomains: true }) ?? host
