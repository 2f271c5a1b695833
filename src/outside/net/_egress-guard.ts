import { isIP, type LookupFunction } from 'node:net'
import { badInput, Fault } from '../../base/core/fault.ts'
import type { Resolve } from './_lookup.ts'

export const CONNECT_MS = 10_000
export const HEADER_BYTES_MAX = 64 * 1024

export interface EgressGuard extends TestNetwork {
  /** Whether a connection to an address is allowed. */
  readonly mayReach: (ip: string) => boolean
  readonly resolve: Resolve
}

/** How tests imitate the internet on one machine. */
export interface TestNetwork {
  /** The port to connect to in place of the one in the URL. */
  readonly portOf?: (host: string, port: number) => number
  /** A certificate authority to trust in place of the usual ones. */
  readonly ca?: string
}

/** The port of a URL, given or by default. */
export const portFrom = ({ port, protocol }: { port: string; protocol: string }): number =>
  Number(port || (protocol === 'https:' ? 443 : 80))

export function guardedLookup({ mayReach, resolve }: EgressGuard): LookupFunction {
  return (host, options, done) => {
    void judged(host).then(
      (found) => {
        const [first] = found
        if (options.all) done(null, found)
        else done(null, first!.address, first!.family)
      },
      (fault: Fault) => done(fault, []),
    )
  }

  /** One address that is not allowed refuses the whole name. */
  async function judged(host: string) {
    const addresses = await resolve(host).catch((cause: unknown) => {
      throw unresolved(host, cause)
    })
    if (addresses.length === 0) throw unresolved(host)
    if (!addresses.every(mayReach)) throw notReachable(host)
    return addresses.map((address) => ({ address, family: isIP(address) }))
  }
}

const unresolved = (host: string, cause?: unknown): Fault =>
  new Fault('upstream_unreachable', `${host} does not resolve to an address.`, { cause })

export const notReachable = (host: string): Fault =>
  badInput(`url: ${host} is not on the public internet.`)

/** Why there is no connection. */
export function connectFault(error: Error & { code?: string }, host: string): Fault {
  if (error instanceof Fault) return error
  const code = error.code ?? 'no code'
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return new Fault('upstream_timeout', `${host} did not accept a connection in time.`, {
      cause: error,
    })
  return new Fault('upstream_unreachable', `${host} could not be connected to (${code}).`, {
    cause: error,
  })
}
