import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Hono } from 'hono'
import { bodyBounds, SMALL_BODY, type BodyBounds } from '../../selling/call/input-bounds.ts'
import type { Pipeline } from '../../selling/call/pipeline.ts'
import { createLatelySeen } from '../../selling/call/limits.ts'
import type { CostKind, Meter } from '../../selling/call/unpaid-budget.ts'
import { methodNotAllowed, replyFault } from '../../selling/call/reply.ts'
import type { CallReply, CallRequest } from '../../base/core/call.ts'
import { Fault } from '../../base/core/fault.ts'
import { isOwnHost } from '../../base/lib/own-host.ts'
import type { Catalog } from '../../selling/catalog/catalog.ts'
import { createWriter } from './reply-writer.ts'
import { clientOf } from './client.ts'
import type { Endpoint } from './endpoint.ts'
import { alwaysFor } from './head.ts'
import { headerIn, nodeSource, webSource, type Env, type HonoContext } from './source.ts'
import { openCall, passerFor, preflight, responderFor, type TranslateOptions } from './translate.ts'

/**
 * Another protocol at one path, with its own handler. A posted body may hold a payment, which is
 * known only after the body is read.
 */
export interface Mount {
  /** `/*` at its end: and whatever is below it. */
  readonly path: `/${string}`
  /** Of the bodies that it reads. */
  readonly bounds: BodyBounds
  handle(request: CallRequest, raw: Request, meter: Meter): Promise<Response | CallReply>
}

export interface AppOptions extends TranslateOptions {
  readonly endpoints: readonly Endpoint[]
  readonly mounts: readonly Mount[]
  readonly pipeline: Pipeline
  readonly catalog: Pick<Catalog, 'byPath'>
  /**
   * Host names of this instance if calls are free: then no page of another site may call it from a
   * browser, by CORS or by DNS rebinding. Null if calls are paid.
   */
  readonly ownNames: readonly string[] | null
  /** No body may be larger, whatever its tool says. */
  readonly bodyBytesMax: number
  /** What a person reads in place of that reply, with its status and headers; null to leave it. */
  forPeople?(request: CallRequest, reply: CallReply): Promise<CallReply | null> | null
  onBug(requestId: string, cause: unknown): void
}

type Answer = CallReply | Response

type RequestHandler = (request: CallRequest, meter: Meter) => Promise<Answer> | Answer

export interface Door {
  readonly kind: 'endpoint' | 'protocol'
  readonly method: string
  readonly path: string
  readonly bounds: BodyBounds
}

/** Two ways in, with one meaning. */
export interface App {
  /** Every request, by the web framework. */
  readonly fetch: Hono<Env>['fetch']
  /**
   * Answers calls of tools directly on their connection, because they are most of the requests.
   * False if the web framework must handle the request, which is then unchanged.
   */
  direct(incoming: IncomingMessage, outgoing: ServerResponse): boolean
  /**
   * Whether a request is served while the service is overloaded: it carries a payment, or may carry
   * one in its body, or asks for `/health`. Clients with too many refused payments, or with too
   * many posts to a protocol, get no priority. Called only under overload, once per request.
   */
  isUrgent(incoming: IncomingMessage): boolean
  /** Where requests come in beside the tools, with what a body may hold. */
  readonly doors: readonly Door[]
  /** Says that there is too much to do, and when to come again. */
  turnAway(outgoing: ServerResponse): void
}

/** Free endpoints by their paths; everything else is a call of a tool. */
export function createApp(options: AppOptions): App {
  const { endpoints, mounts, pipeline, catalog, bodyBytesMax, ownNames, onBug, ...others } = options
  const { forPeople = () => null, ...translating } = others
  const to = { isOpenToPages: ownNames === null }
  const toResponse = responderFor(to)
  const passOn = passerFor(to)
  const write = createWriter(alwaysFor(to), onBug)
  const app = new Hono<Env>({ strict: false })
  const isTool = toolPaths(options)

  function boundsOf(method: string, path: string): BodyBounds {
    const tool = catalog.byPath(path)?.get(method)
    const mount = mounts.find((each) => isAt(each.path, path))
    const bounds = tool ? bodyBounds(tool) : (mount?.bounds ?? SMALL_BODY)
    return within(bounds)
  }
  const within = (bounds: BodyBounds): BodyBounds => ({
    ...bounds,
    bytesMax: Math.min(bounds.bytesMax, bodyBytesMax),
  })

  /** The answer to a request, on both paths. */
  function answered(
    request: CallRequest,
    work: (request: CallRequest) => Promise<Answer> | Answer,
  ): Promise<Answer> | Answer {
    const replyOf = (made: Answer): Promise<Answer> | Answer => {
      const page = made instanceof Response ? null : forPeople(request, made)
      if (!page) return made
      return page.then((read) => read ?? made).catch((thrown: unknown) => failed(request, thrown))
    }
    try {
      if (ownNames && !isOwnHost(request.header('host'), ownNames)) throw notOurHost()
      const made = work(request)
      if (!(made instanceof Promise)) return replyOf(made)
      return made.then(replyOf, (thrown: unknown) => failed(request, thrown))
    } catch (thrown) {
      return failed(request, thrown)
    }
  }

  async function failed(request: CallRequest, thrown: unknown): Promise<CallReply> {
    const fault = Fault.from(thrown)
    if (fault.code === 'internal') onBug(request.id, fault.cause)
    const made = replyFault(fault)
    const page = forPeople(request, made)
    return (await page?.catch(() => null)) ?? made
  }

  async function answer(
    context: HonoContext,
    work: RequestHandler,
    { kind, bounds = boundsOf }: { readonly kind: CostKind; readonly bounds?: typeof boundsOf },
  ): Promise<Response> {
    const { request, end, bytes } = openCall(webSource(context), translating, bounds)
    const { id } = request
    const meter = pipeline.unpaidBudget.open(request)
    try {
      const made = await answered(request, (asked) => work(asked, meter))
      if (made instanceof Response) return passOn(made, id)
      const outgoing = request.method === 'HEAD' ? undefined : context.env?.outgoing
      return toResponse(made, id, { outgoing, onBreak: (why) => onBug(id, why) })
    } catch (thrown) {
      return toResponse(await failed(request, thrown), id)
    } finally {
      meter.end(kind, bytes())
      end()
    }
  }

  function direct(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    if (!isPlain(incoming, isTool)) return false
    const opened = openCall(nodeSource(incoming, outgoing), translating, boundsOf)
    const { request, end } = opened
    const send = (made: Answer): void => {
      end()
      if (!outgoing.destroyed) write(made as CallReply, request.id, outgoing)
    }
    const sendOr = (made: Answer): Promise<void> | void => {
      try {
        return send(made)
      } catch (thrown) {
        return failed(request, thrown).then(send)
      }
    }
    const made = answered(request, pipeline.handle)
    if (made instanceof Promise) made.then(sendOr).catch((thrown) => onBug(request.id, thrown))
    else void sendOr(made)
    return true
  }

  const posted = createLatelySeen()

  const mayPay = ({ method, url = '', headers }: IncomingMessage, client: string): boolean =>
    pipeline.paymentHeaders.some((name) => headers[name] !== undefined) ||
    (method === 'POST' &&
      mounts.some((mount) => isAt(mount.path, pathIn(url))) &&
      posted.note(client) <= PATIENT_POSTS_PER_MINUTE)

  const clientIn = (incoming: IncomingMessage): string => {
    const forwarded = headerIn(incoming, 'x-forwarded-for')
    return clientOf(forwarded, incoming.socket.remoteAddress, options.proxyHops)
  }

  app.options('*', (context) =>
    ownNames
      ? new Response(null, { status: 204 })
      : preflight(context.req.raw.headers.get('access-control-request-headers')),
  )
  for (const { path, handle } of mounts) {
    app.all(path, (context) =>
      answer(context, (request, meter) => handle(request, context.req.raw, meter), {
        kind: 'message',
      }),
    )
  }
  for (const { method, path, handle, body, urgent } of endpoints) {
    const bounds = within({ ...SMALL_BODY, ...body })
    const work = (context: HonoContext) => (request: CallRequest, meter: Meter) => {
      if (!urgent) meter.admit()
      return handle(request, context.req.param())
    }
    const how = { kind: 'request', bounds: () => bounds } as const
    app.on(method, path, (context) => answer(context, work(context), how))
  }
  for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
    const methods = endpoints.filter((each) => each.path === path).map((each) => each.method)
    app.all(path, (context) =>
      answer(context, (request) => wrongMethod(request, methods), { kind: 'request' }),
    )
  }
  app.all('*', (context) => answer(context, pipeline.handle, { kind: 'call' }))
  const urgentPaths = new Set<string | undefined>(
    endpoints.filter(({ urgent }) => urgent).map(({ path }) => path),
  )
  return {
    fetch: app.fetch,
    direct,
    isUrgent(incoming) {
      if (urgentPaths.has(incoming.url)) return true
      const client = clientIn(incoming)
      return mayPay(incoming, client) && !pipeline.isPastRefusals(client)
    },
    doors: [
      ...endpoints.map(({ method, path, body }) => ({
        kind: 'endpoint' as const,
        method,
        path,
        bounds: within({ ...SMALL_BODY, ...body }),
      })),
      ...mounts.map(({ path, bounds }) => ({
        kind: 'protocol' as const,
        method: 'POST',
        path,
        bounds: within(bounds),
      })),
    ],
    turnAway: (outgoing) => write(TURNED_AWAY, randomUUID(), outgoing),
  }
}

/** Under overload: a post to a protocol may pay, which is known only after it is read. */
const PATIENT_POSTS_PER_MINUTE = 60

/** When a refused client may try again. */
export const AWAY_SECONDS = 1

const TOO_MUCH = replyFault(
  new Fault('overloaded', 'There is too much to do at this moment; nothing was charged.', {
    retryAfterSeconds: AWAY_SECONDS,
  }),
)
/** Where there is too much to do, its head is not written twice. */
const TURNED_AWAY: CallReply = { ...TOO_MUCH, alike: TOO_MUCH }

/** Methods, hosts and targets that mean what they say; all others are read by the web's rules. */
const METHODS = new Set(['GET', 'POST'])
const HOST = /^[a-z0-9._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/
const TARGET = /^\/[!#$&-;=?-[\]_a-z~]*$/
const DOTS = /\/\.\.?(?:[/?#]|$)/

function isPlain(
  { method = '', url = '', headers }: IncomingMessage,
  isTool: (path: string) => boolean,
): boolean {
  if (!isTool(pathIn(url))) return false
  const isKnown = METHODS.has(method) && headers.expect === undefined
  return isKnown && HOST.test(headers.host ?? '') && TARGET.test(url) && !DOTS.test(url)
}

function pathIn(target: string): string {
  const mark = target.indexOf('?')
  return mark < 0 ? target : target.slice(0, mark)
}

/** The paths where nothing but the till answers. */
function toolPaths({ endpoints, mounts, catalog }: AppOptions): (path: string) => boolean {
  const taken = endpoints.map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`))
  const known = new Map<string, boolean>()
  return (path) => {
    const before = known.get(path)
    if (before !== undefined || !catalog.byPath(path)) return before ?? false
    const isFree = mounts.some((mount) => isAt(mount.path, path))
    const isTool = !isFree && !taken.some((each) => each.test(path))
    known.set(path, isTool)
    return isTool
  }
}

const isAt = (mount: string, path: string): boolean =>
  mount.endsWith('/*') ? path.startsWith(mount.slice(0, -1)) : path === mount

const notOurHost = (): Fault =>
  new Fault('forbidden', 'Host: is not a name of this instance; set BASE_URL to its address.')

function wrongMethod({ method, path }: CallRequest, methods: readonly string[]): never {
  throw methodNotAllowed(path, method, methods)
}
