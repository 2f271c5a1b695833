import { isIP } from 'node:net'
import { connect, type DetailedPeerCertificate, type SecureVersion, type TLSSocket } from 'node:tls'
import type { Capability } from '../../base/core/capability.ts'
import { DNS_SERVERS } from './_dns.ts'
import { Fault } from '../../base/core/fault.ts'
import {
  CONNECT_MS,
  connectFault,
  guardedLookup,
  notReachable,
  type EgressGuard,
} from './_egress-guard.ts'
import { createDeadline } from './_deadline.ts'
import { isPrivateName, isPublicAddress } from './public-url.ts'
import { resolveFor, type Reachable } from './web.ts'

export interface HandshakeOptions {
  /** This version only. */
  readonly version?: SecureVersion
  /** This version or a later one. */
  readonly minVersion?: SecureVersion
  /** Protocols to offer by ALPN. */
  readonly alpn?: readonly string[]
  /** A cipher list in the notation of OpenSSL. */
  readonly ciphers?: string
}

export interface Handshake {
  /** In the notation of OpenSSL, such as `TLSv1.3`. */
  readonly protocol: string
  readonly cipher: string
  readonly alpn: string | null
  /** Why the certificate is not trusted, in the words of OpenSSL; null if it is. */
  readonly distrust: string | null
  /** DER; the certificate of the host comes first. */
  readonly chain: readonly Buffer[]
}

export interface Tls {
  /** Makes a TLS handshake, whatever the certificate, and closes. Null: the host refuses it. */
  handshake(host: string, port: number, options?: HandshakeOptions): Promise<Handshake | null>
}

const CHAIN_MAX = 16

export const createTls = (reachable: Reachable = {}): Capability<Tls> => ({
  name: 'tls',
  texts: 'public',
  settings: [DNS_SERVERS],
  live: true,
  reads: 'the host that the call names',
  open(host) {
    const { allow = () => false, resolve = resolveFor(host), ...stage } = reachable
    const mayReach = (ip: string) => isPublicAddress(ip) || allow(ip)
    const guard = { ...stage, resolve, mayReach }
    return ({ signal, sources }) => ({
      async handshake(name, port, options = {}) {
        if (isIP(name) === 0 ? isPrivateName(name) : !mayReach(name)) throw notPublic(name)
        const note = sources?.asked(name)
        const deadline = createDeadline(CONNECT_MS, signal)
        const socket = dial(name, port, { ...options, guard })
        let isConnected = false
        socket.once('connect', () => void (isConnected = true))
        try {
          await deadline.race(shaken(socket))
          note?.()
          return read(socket)
        } catch (thrown) {
          if (deadline.signal.aborted) throw deadline.faultOf(thrown, name)
          // A host that closes the connection during the handshake has refused it.
          if (isConnected) return null
          throw connectFault(thrown as Error, name)
        } finally {
          deadline.end()
          socket.destroy()
        }
      },
    })
  },
})

export const tls = createTls()

const notPublic = (host: string): Fault =>
  new Fault('bad_input', notReachable(host).message.replace(/^url/, 'host'))

type Dialled = HandshakeOptions & { readonly guard: EgressGuard }

function dial(
  host: string,
  port: number,
  { version, minVersion, alpn, ciphers, guard }: Dialled,
): TLSSocket {
  return connect({
    host,
    port: guard.portOf?.(host, port) ?? port,
    servername: isIP(host) === 0 ? host : '',
    rejectUnauthorized: false,
    lookup: guardedLookup(guard),
    ...(minVersion && { minVersion }),
    ...(version && { minVersion: version, maxVersion: version }),
    ...(alpn && { ALPNProtocols: [...alpn] }),
    ...(ciphers && { ciphers }),
    ...(guard.ca && { ca: guard.ca }),
  })
}

async function shaken(socket: TLSSocket): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  socket.once('secureConnect', resolve)
  // More errors may follow the first one; they are ignored.
  socket.on('error', reject).once('close', () => reject(closed()))
  return promise
}

const closed = () => Object.assign(new Error('closed'), { code: 'ECONNRESET' })

function read(socket: TLSSocket): Handshake {
  const { authorized, alpnProtocol, authorizationError } = socket
  return {
    protocol: socket.getProtocol() ?? 'unknown',
    cipher: socket.getCipher().name,
    alpn: alpnProtocol || null,
    distrust: authorized ? null : codeOf(authorizationError),
    chain: chainOf(socket),
  }
}

const codeOf = (problem: unknown): string =>
  typeof problem === 'string' ? problem : ((problem as NodeJS.ErrnoException)?.code ?? 'unknown')

function chainOf(socket: TLSSocket): Buffer[] {
  const chain: Buffer[] = []
  let next: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true)
  while (next?.raw && chain.length < CHAIN_MAX) {
    const { raw } = next
    if (chain.some((known) => known.equals(raw))) break
    chain.push(raw)
    next = next.issuerCertificate
  }
  return chain
}
