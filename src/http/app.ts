import { Hono } from 'hono'
import { bodyBounds, SMALL_BODY, type BodyBounds } from '../call/input-bounds.ts'
import type { Pipeline } from '../call/pipeline.ts'
import { methodNotAllowed, replyFault } from '../call/reply.ts'
import type { CallReply, CallRequest } from '../core/call.ts'
import { Fault } from '../core/fault.ts'
import { isOwnHost } from '../lib/own-host.ts'
import type { Catalog } from '../catalog/catalog.ts'
import {
  openCall,
  passerFor,
  preflight,
  responderFor,
  type TranslateOptions,
  type Env,
  type HonoContext,
} from './translate.ts'
import type { Endpoint } from './endpoint.ts'

/** A protocol of its own at one path, which answers by itself. */
export interface Mount {
  /** `/*` at its end: and whatever is below it. */
  readonly path: `/${string}`
  /** Of the bodies that it reads. */
  readonly bounds: BodyBounds
  handle(request: CallRequest, raw: Request): Promise<Response | CallReply>
}

export interface AppOptions extends TranslateOptions {
  readonly endpoints: readonly Endpoint[]
  readonly mounts: readonly Mount[]
  readonly pipeline: Pipeline
  readonly catalog: Pick<Catalog, 'byPath'>
  /**
   * Names of this instance where nobody pays: then no page of a stranger may call it from a
   * browser, across origins or by a name of its own that leads here. Null where calls are paid for.
   */
  readonly ownNames: readonly string[] | null
  /** No body may be larger, whatever its tool says. */
  readonly bodyBytesMax: number
  /** What a person reads in place of that reply, with its status and headers; null to leave it. */
  forPeople?(request: CallRequest, reply: CallReply): Promise<CallReply | null>
  onBug(requestId: string, cause: unknown): void
}

/** Free endpoints by their paths; everything else is a call, and goes to the till. */
export function createApp(options: AppOptions): Hono<Env> {
  const { endpoints, mounts, pipeline, catalog, bodyBytesMax, ownNames, onBug, ...others } = options
  const { forPeople = async () => null, ...translating } = others
  const to = { isOpenToPages: ownNames === null }
  const toResponse = responderFor(to)
  const passOn = passerFor(to)
  const app = new Hono<Env>({ strict: false })

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

  async function answer(
    context: HonoContext,
    work: (request: CallRequest) => Promise<CallReply | Response> | CallReply,
    bounds = boundsOf,
  ): Promise<Response> {
    const { request, end } = openCall(context, translating, bounds)
    try {
      if (ownNames && !isOwnHost(request.header('host'), ownNames)) throw notOurHost()
      const made = await work(request)
      if (made instanceof Response) return passOn(made, request.id)
      const reply = (await forPeople(request, made)) ?? made
      const outgoing = request.method === 'HEAD' ? undefined : context.env?.outgoing
      return toResponse(reply, request.id, { outgoing, onBreak: (why) => onBug(request.id, why) })
    } catch (thrown) {
      const fault = Fault.from(thrown)
      if (fault.code === 'internal') onBug(request.id, fault.cause)
      const made = replyFault(fault)
      const reply = await forPeople(request, made).catch(() => null)
      return toResponse(reply ?? made, request.id)
    } finally {
      end()
    }
  }

  app.options('*', (context) =>
    ownNames
      ? new Response(null, { status: 204 })
      : preflight(context.req.raw.headers.get('access-control-request-headers')),
  )
  for (const { path, handle } of mounts) {
    app.all(path, (context) => answer(context, (request) => handle(request, context.req.raw)))
  }
  for (const { method, path, handle, body } of endpoints) {
    const bounds = within({ ...SMALL_BODY, ...body })
    const work = (context: HonoContext) => (request: CallRequest) =>
      handle(request, context.req.param())
    app.on(method, path, (context) => answer(context, work(context), () => bounds))
  }
  for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
    const methods = endpoints.filter((each) => each.path === path).map((each) => each.method)
    app.all(path, (context) => answer(context, (request) => wrongMethod(request, methods)))
  }
  app.all('*', (context) => answer(context, (request) => pipeline.handle(request)))
  return app
}

const isAt = (mount: string, path: string): boolean =>
  mount.endsWith('/*') ? path.startsWith(mount.slice(0, -1)) : path === mount

const notOurHost = (): Fault =>
  new Fault('forbidden', 'Host: is not a name of this instance; set BASE_URL to its address.')

function wrongMethod({ method, path }: CallRequest, methods: readonly string[]): never {
  throw methodNotAllowed(path, method, methods)
}
