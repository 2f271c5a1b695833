import { Hono } from 'hono'
import type { Pipeline } from '../call/pipeline.ts'
import { methodNotAllowed, replyFault } from '../call/reply.ts'
import type { CallReply, CallRequest } from '../core/call.ts'
import { Fault } from '../core/fault.ts'
import {
  preflight,
  toCallRequest,
  toResponse,
  type DoorOptions,
  type Env,
  type HonoContext,
} from './translate.ts'
import type { Endpoint } from './endpoint.ts'

export interface AppOptions extends DoorOptions {
  readonly endpoints: readonly Endpoint[]
  readonly pipeline: Pipeline
  onBug(requestId: string, cause: unknown): void
}

/** Free endpoints by their paths; everything else is a call, and goes to the till. */
export function createApp({ endpoints, pipeline, onBug, ...door }: AppOptions): Hono<Env> {
  const app = new Hono<Env>({ strict: false })

  async function answer(
    context: HonoContext,
    work: (request: CallRequest) => Promise<CallReply> | CallReply,
  ): Promise<Response> {
    const request = toCallRequest(context, door)
    try {
      return toResponse(await work(request), request.id, (thrown) => onBug(request.id, thrown))
    } catch (thrown) {
      const fault = Fault.from(thrown)
      if (fault.code === 'internal') onBug(request.id, fault.cause)
      return toResponse(replyFault(fault), request.id)
    }
  }

  app.options('*', (context) =>
    preflight(context.req.raw.headers.get('access-control-request-headers')),
  )
  for (const { method, path, handle } of endpoints) {
    app.on(method, path, (context) =>
      answer(context, (request) => handle(request, context.req.param())),
    )
  }
  for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
    const methods = endpoints.filter((each) => each.path === path).map((each) => each.method)
    app.all(path, (context) => answer(context, (request) => wrongMethod(request, methods)))
  }
  app.all('*', (context) => answer(context, (request) => pipeline.handle(request)))
  return app
}

function wrongMethod({ method, path }: CallRequest, methods: readonly string[]): never {
  throw methodNotAllowed(path, method, methods)
}
