import { isIP } from 'node:net'
import { Agent, buildConnector } from 'undici'
import {
  CONNECT_MS,
  connectFault,
  guardedLookup,
  HEADER_BYTES_MAX,
  notReachable,
  portFrom,
  type EgressGuard,
} from './_egress-guard.ts'

/**
 * Connects only to addresses that it has checked itself. A name is resolved once, and the socket
 * gets the address that was checked, so a second DNS answer cannot redirect it.
 */
export function createAgent(guard: EgressGuard): Agent {
  const { mayReach, ca, portOf } = guard
  const connect = buildConnector({
    timeout: CONNECT_MS,
    allowH2: false,
    lookup: guardedLookup(guard),
    ...(ca && { ca }),
  })
  return new Agent({
    allowH2: false,
    maxHeaderSize: HEADER_BYTES_MAX,
    // The deadline of a request covers all of it; two more timeouts would contradict it.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(options, done) {
      const { hostname } = options
      const port = portOf ? String(portOf(hostname, portFrom(options))) : options.port
      // Sockets do not look up a host that is already an address.
      if (isIP(hostname) !== 0 && !mayReach(hostname)) return done(notReachable(hostname), null)
      connect({ ...options, port }, (error, socket) =>
        error ? done(connectFault(error, hostname), null) : done(null, socket),
      )
    },
  })
}
