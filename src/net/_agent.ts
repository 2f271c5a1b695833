import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector } from 'undici'
import { badInput, Fault } from '../core/fault.ts'
import type { Resolve } from './_lookup.ts'

const CONNECT_MS = 10_000
const HEADER_BYTES_MAX = 64 * 1024

export interface Reach {
  /** Whether an address may be connected to. */
  readonly mayReach: (ip: string) => boolean
  readonly resolve: Resolve
}

/**
 * Connects only to addresses that it has judged itself: a name is resolved once, and the socket is
 * given what was judged, so that a second answer of the name server finds nobody to deceive.
 */
export function createAgent({ mayReach, resolve }: Reach): Agent {
  const connect = buildConnector({
    timeout: CONNECT_MS,
    allowH2: false,
    lookup: guardedLookup({ mayReach, resolve }),
  })
  return new Agent({
    allowH2: false,
    maxHeaderSize: HEADER_BYTES_MAX,
    // The deadline of a request covers all of it; two more clocks would only disagree.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(options, done) {
      const { hostname } = options
      // Sockets do not look up what is an address already.
      if (isIP(hostname) !== 0 && !mayReach(hostname)) return done(notReachable(hostname), null)
      connect(options, (error, socket) =>
        error ? done(asFault(error, hostname), null) : done(null, socket),
      )
    },
  })
}

function guardedLookup({ mayReach, resolve }: Reach): LookupFunction {
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

  /** One address that may not be reached is enough to refuse them all. */
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

const notReachable = (host: string): Fault =>
  badInput(`url: ${host} is not on the public internet.`)

function asFault(error: Error & { code?: string }, host: string): Fault {
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
