import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { createSecureContext, createServer as createTlsServer, type TlsOptions } from 'node:tls'
import type { Capability, Uses } from '../../src/base/core/capability.ts'
import { Fault } from '../../src/base/core/fault.ts'
import { createMcpServers } from '../../src/outside/net/mcp.ts'
import { createSites } from '../../src/outside/net/sites.ts'
import { createTls } from '../../src/outside/net/tls.ts'
import { createWeb, type Reachable } from '../../src/outside/net/web.ts'
import type { Identity, Notary } from './certificates.ts'
import { browserOf, printerOf } from './browser.ts'
import { SITES } from './internet-sites.ts'

/** Loopback, dressed up as the public internet: these sites are all that there is. */
export interface Internet {
  readonly reachable: Reachable
  readonly notary: Notary
  /** What a host answers over HTTP and HTTPS; other hosts do not exist. */
  readonly sites: Map<string, RequestListener>
  /** What it shows over TLS; without an entry, a sound certificate. */
  readonly identities: Map<string, Identity>
  /** A TLS server of its own for one port of a host. */
  serveTls(host: string, port: number, options: TlsOptions): Promise<void>
  /** Any server for one port of a host. */
  serve(host: string, port: number, server: Server): Promise<void>
}

const HERE = '127.0.0.1'
/** The port on which nothing listens. */
const CLOSED = 1

export const internet = atMostOnce(startInternet)

async function startInternet(): Promise<Internet> {
  const { createNotary } = await import('./certificates.ts')
  const notary = await createNotary()
  const sites = new Map(SITES)
  const identities = new Map<string, Identity>()
  const others = new Map<string, number>()
  const answer: RequestListener = (request, response) => {
    response.setHeader('connection', 'close')
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    const site = sites.get(host)
    if (site) site(request, response)
    else response.writeHead(404).end('no such site')
  }
  const plain = await listening(createServer(answer))
  const secure = await listening(
    createSecureServer(
      {
        SNICallback(host, done) {
          identityOf(host).then(
            (identity) => done(null, createSecureContext(identity)),
            (thrown: Error) => done(thrown),
          )
        },
      },
      answer,
    ),
  )

  async function identityOf(host: string): Promise<Identity> {
    const identity = identities.get(host) ?? (await notary.issue({ names: [host, `www.${host}`] }))
    identities.set(host, identity)
    return identity
  }

  const isKnown = (host: string) =>
    sites.has(host) || [...others.keys()].some((key) => key.startsWith(`${host}:`))

  const serve: Internet['serve'] = async (host, port, server) => {
    others.set(`${host}:${port}`, await listening(server))
  }

  return {
    notary,
    sites,
    identities,
    serve,
    serveTls: (host, port, options) => {
      const server = createTlsServer(options, (socket) => socket.on('error', () => {}).end())
      return serve(
        host,
        port,
        server.on('tlsClientError', () => {}),
      )
    },
    reachable: {
      ca: notary.ca,
      allow: (ip) => ip === HERE,
      async resolve(host) {
        if (isKnown(host)) return [HERE]
        throw new Fault('not_found', 'No such domain.')
      },
      portOf: (host, port) =>
        others.get(`${host}:${port}`) ?? (port === 443 ? secure : port === 80 ? plain : CLOSED),
    },
  }
}

async function listening(server: Server): Promise<number> {
  server.listen(0, HERE)
  await once(server, 'listening')
  server.unref()
  return (server.address() as AddressInfo).port
}

const STAGED: Readonly<Record<string, (reachable: Reachable) => Capability<unknown>>> = {
  web: createWeb,
  sites: createSites,
  'mcp-servers': createMcpServers,
  tls: createTls,
  browser: browserOf,
  printer: printerOf,
}

/** What a tool uses, with this internet in place of the real one. */
export async function staged(uses: Uses): Promise<Uses> {
  const changed = Object.entries(uses).map(async ([as, capability]) => {
    const create = STAGED[capability.name]
    return [as, create ? create((await internet()).reachable) : capability] as const
  })
  return Object.fromEntries(await Promise.all(changed))
}

function atMostOnce<T>(start: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | undefined
  return () => (started ??= start())
}
