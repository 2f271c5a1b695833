import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { AWAY_SECONDS, type App } from './app.ts'
import { createBacklog, type Backlog } from './backlog.ts'
import { KEEP_ALIVE_MS } from './direct.ts'
import { createUnread } from './source.ts'

export interface Listening {
  readonly port: number
  /**
   * Refuses new calls, closes connections as they fall idle, lets calls in flight finish, and cuts
   * what is left after `withinMs`.
   */
  close(withinMs: number): Promise<void>
  /**
   * Takes no new connections, and closes those that are open behind their next answer, or when
   * they have been idle for as long as their buyers were told. Nobody is refused.
   */
  leave(): Promise<void>
}

export interface ListenOptions {
  readonly port: number
  readonly host: string
  readonly connectionsMax: number
  /** In place of one that looks at the clock. */
  readonly backlog?: Backlog
  /** A request was refused because the service is behind. */
  onTurnedAway?(): void
}

const HEADERS_MS = 15_000
const REQUEST_MS = 60_000
/** Longer than the slowest call, of which nothing is heard until its answer. */
const SILENCE_MS = 240_000
/** How often connections are held against these limits. */
const CHECKING_MS = 5_000
/** For the last words to leave, or the first ones to arrive. */
const PARTING_MS = 1_000
/** A little longer than an idle connection lives. */
const LEAVING_MS = KEEP_ALIVE_MS + 3_000
const STOPPING_RETRY_SECONDS = '5'
const AWAY_MS = AWAY_SECONDS * 1_000
/** Connections beyond those that are served, which are told so; more are closed at once. */
const SURPLUS_MAX = 512

/** Serves an app over HTTP/1.1. */
export async function listen(
  { fetch, direct, isUrgent, turnAway }: App,
  { port, host, connectionsMax, backlog = createBacklog(), onTurnedAway = () => {} }: ListenOptions,
): Promise<Listening> {
  const answer = getRequestListener(fetch, { errorHandler: notHttp })
  const inFlight = new Set<ServerResponse>()
  const surplus = new WeakSet<Socket>()
  /** Connected, and no request begun: Node does not count them among the idle ones. */
  const silent = new Set<Socket>()
  const unread = createUnread()
  let refused: ServerResponse[] = []
  let turnedAway: IncomingMessage[] = []
  let connections = 0
  let isStopping = false
  let isLeaving = false

  function handle(request: IncomingMessage, response: ServerResponse): void {
    silent.delete(request.socket)
    if (isStopping) return refuse(response)
    const isSurplus = surplus.has(request.socket)
    if (isLeaving || isSurplus) response.shouldKeepAlive = false
    inFlight.add(response)
    const isAway = isSurplus || isTooLate(request)
    const isDirect = isAway || direct(request, response)
    response.once('close', () => {
      inFlight.delete(response)
      if (isAway) rest(request)
      else if (isDirect && !request.complete) unread(request)
    })
    if (isAway) refuseLater(response)
    else if (!isDirect) void answer(request, response)
  }

  /**
   * Behind this turn: whoever asks again at once would otherwise be heard in the same turn, which
   * has no end then. With more than a thousand of them nothing else was done for seconds.
   */
  function refuseLater(response: ServerResponse): void {
    onTurnedAway()
    if (refused.push(response) > 1) return
    setImmediate(() => {
      const all = refused
      refused = []
      for (const each of all) if (!each.destroyed) turnAway(each)
    })
  }

  /** Before anything of it is read: what has begun is brought to its end. */
  function isTooLate(request: IncomingMessage): boolean {
    const lateness = backlog.arrived()
    return lateness !== 'none' && (lateness === 'very late' || !isUrgent(request))
  }

  /**
   * Whoever comes back before the time is not heard until then: refusals are work as well. Behind
   * this turn, because the end of a request sets its connection going again.
   */
  function rest(request: IncomingMessage): void {
    if (turnedAway.push(request) > 1) return
    setImmediate(() => {
      const all = turnedAway
      turnedAway = []
      const whole = all.filter(({ complete }) => complete)
      for (const each of all) if (!each.complete) unread(each)
      for (const { socket } of whole) socket.pause()
      setTimeout(() => {
        for (const { socket } of whole) socket.resume()
      }, AWAY_MS).unref()
    })
  }

  function connected(socket: Socket): void {
    connections += 1
    if (connections > connectionsMax) surplus.add(socket)
    silent.add(socket)
    socket.once('close', () => {
      connections -= 1
      silent.delete(socket)
    })
  }

  /** Browsers connect before they have anything to ask. */
  function closeSilent(): void {
    for (const socket of silent) if (socket.bytesRead === 0) socket.destroy()
  }

  const options = { requireHostHeader: false, connectionsCheckingInterval: CHECKING_MS }
  const server = createServer(options, handle)
  server.headersTimeout = HEADERS_MS
  server.requestTimeout = REQUEST_MS
  server.timeout = SILENCE_MS
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.maxConnections = connectionsMax + SURPLUS_MAX
  server.on('connection', connected)
  server.on('clientError', (thrown: NodeJS.ErrnoException, socket) => {
    const isLate = thrown.code === 'ERR_HTTP_REQUEST_TIMEOUT'
    part(socket as Socket, isLate ? TOO_SLOW : NOT_HTTP)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async leave() {
      isLeaving = true
      for (const response of inFlight) response.shouldKeepAlive = false
      // Not that of HTTP, which would cut the idle connections.
      const left = new Promise<void>((resolve) =>
        NetServer.prototype.close.call(server, () => resolve()),
      )
      const late = AbortSignal.timeout(LEAVING_MS)
      await Promise.race([left, once(late, 'abort')])
    },
    close: (withinMs) =>
      new Promise((resolve) => {
        isStopping = true
        for (const response of inFlight) response.shouldKeepAlive = false
        const late = setTimeout(() => server.closeAllConnections(), withinMs)
        const parting = setTimeout(closeSilent, PARTING_MS)
        server.close(() => {
          clearTimeout(late)
          clearTimeout(parting)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

/** Says why, and closes the connection whether or not anybody reads it. */
function part(socket: Socket, words: string): void {
  if (!socket.writable) return void socket.destroy()
  setTimeout(() => socket.destroy(), PARTING_MS).unref()
  socket.end(words, () => socket.destroySoon())
}

function refuse(response: ServerResponse): void {
  response.shouldKeepAlive = false
  response.writeHead(503, {
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
    'retry-after': STOPPING_RETRY_SECONDS,
    connection: 'close',
  })
  response.end(JSON.stringify({ error: 'This instance is stopping; call again.' }))
}

const errorText = (error: string): string => JSON.stringify({ error })

const BODY = errorText('The request is not valid HTTP/1.1, or its headers are too large.')
/** For what the parser lets through, such as a host or a path that no address can hold. */
const notHttp = (): Response =>
  new Response(BODY, { status: 400, headers: { 'content-type': 'application/json' } })

const lastWords = (status: string, body: string): string =>
  [
    `HTTP/1.1 ${status}`,
    'content-type: application/json',
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')

/** For what the parser gives up on. */
const NOT_HTTP = lastWords('400 Bad Request', BODY)
const TOO_SLOW = lastWords('408 Request Timeout', errorText('The request took too long to arrive.'))
