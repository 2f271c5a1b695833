import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { AWAY_SECONDS, type App } from './app.ts'
import { createBacklog, type Backlog } from './backlog.ts'
import { KEEP_ALIVE_MS } from './reply-writer.ts'
import { createUnread } from './source.ts'

export interface Listening {
  readonly port: number
  /**
   * Refuses new calls, closes connections as they fall idle, lets calls in flight finish, and cuts
   * what is left after `withinMs`. What ends by itself when `onLate` is called still leaves.
   */
  close(withinMs: number, onLate?: () => void): Promise<void>
  /**
   * Takes no new connections. Closes open ones after their next answer, or when they have been idle
   * for the announced keep-alive time. No request is refused.
   */
  leave(): Promise<void>
}

export interface ListenOptions {
  readonly port: number
  readonly host: string
  readonly connectionsMax: number
  /** Replaces the measured backlog in tests. */
  readonly backlog?: Backlog
  /** A request was refused because the service is behind. */
  onTurnedAway?(): void
}

const HEADERS_MS = 15_000
const REQUEST_MS = 60_000
/** Longer than the slowest call, which sends nothing before its answer. */
const SILENCE_MS = 240_000
/** How often connections are held against these limits. */
const CHECKING_MS = 5_000
/** For the last words to leave, or the first ones to arrive. */
const PARTING_MS = 1_000
/** A little longer than an idle connection lives. */
const LEAVING_MS = KEEP_ALIVE_MS + 3_000
const STOPPING_RETRY_SECONDS = '5'
const AWAY_MS = AWAY_SECONDS * 1_000
/** Connections beyond the limit that get a 503; more than these are closed at once. */
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
   * After this turn of the event loop: a client that asks again at once would otherwise be read in
   * the same turn, which would then never end. With more than a thousand such clients, nothing else
   * ran for seconds.
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
   * A client that comes back too early is not read until `Retry-After` has passed, because refusals
   * cost work too. After this turn, because the end of a request resumes its connection.
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
    close: (withinMs, onLate = () => {}) =>
      new Promise((resolve) => {
        isStopping = true
        for (const response of inFlight) response.shouldKeepAlive = false
        const cutting = withinMs > 0 ? PARTING_MS : 0
        const late = setTimeout(onLate, withinMs)
        const cut = setTimeout(() => server.closeAllConnections(), withinMs + cutting)
        const parting = setTimeout(closeSilent, PARTING_MS)
        server.close(() => {
          clearTimeout(late)
          clearTimeout(cut)
          clearTimeout(parting)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

/** Sends the reason and closes the connection, whether or not the client reads it. */
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
/** For requests that the parser accepts but no URL can hold, such as a malformed host or path. */
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
