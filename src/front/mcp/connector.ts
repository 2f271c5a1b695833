import type { McpHttpHandler } from '@modelcontextprotocol/server'
import type { Meter } from '../../selling/call/unpaid-budget.ts'
import { mayPay } from '../../selling/call/value-calls.ts'
import type { CallReply, CallRequest } from '../../base/core/call.ts'
import { Fault } from '../../base/core/fault.ts'
import { isObject } from '../../base/lib/json-object.ts'
import { lazily } from '../../base/lib/lazily.ts'
import { strangeHeader, type Neighbours } from '../../base/lib/own-host.ts'
import { withBearer } from '../../selling/call/value-call.ts'
import { methodOf, objectAt, readEnvelope, type Envelope } from './envelope.ts'
import { credentialsIn, hidesPayment } from './payments.ts'
import { createServerFor, type Opened, type ServerParts } from './server.ts'

export interface ConnectorParts extends ServerParts, Neighbours {}

/** The HTTP endpoint of the connector. */
export interface Connector {
  handle(request: CallRequest, raw: Request, meter: Meter): Promise<Response | CallReply>
  close(): Promise<void>
}

/** The most that the library may say of a message that it refuses. */
const REFUSAL_BYTES_MAX = 4_096

/** The Model Context Protocol of 2025 and of 2026 at one address: a translation of the pipeline. */
export function createConnector(parts: ConnectorParts): Connector {
  /** The library is slow to load, so it is loaded with the first request. */
  async function open(): Promise<McpHttpHandler> {
    const sdk = await import('@modelcontextprotocol/server')
    const serverFor = createServerFor(sdk, parts)
    const { onTrouble } = parts
    return sdk.createMcpHandler(
      ({ authInfo }) => serverFor(authInfo?.extra?.['opened'] as Opened),
      { onerror: (thrown) => onTrouble('connector', thrown) },
    )
  }

  const handlerOnce = lazily(open)

  async function answer(
    request: CallRequest,
    raw: Request,
    meter: Meter,
  ): Promise<Response | CallReply> {
    meter.admit(request.method === 'POST' ? 'mayPay' : undefined)
    const handler = await handlerOnce()
    if (request.method !== 'POST') return handler.fetch(raw)
    const envelope = readEnvelope(await request.text())
    if (envelope === null) return NOT_JSON
    const { body, inputOf } = envelope
    const { client, header } = request
    const authorization = withBearer(header('authorization'))
    if (!envelope.messages.some((each) => isPayable(each, authorization))) meter.admit()
    if (await hidesPayment(envelope.text)) return TWO_PAYMENTS
    const opened: Opened = {
      url: new URL(raw.url),
      client,
      authorization,
      signal: raw.signal,
      method: methodOf(body),
      rootMeta: objectAt(body, '_meta'),
      lostMembers: envelope.lostMembers,
      inputOf,
      onPaid: meter.waive,
    }
    // What belongs to the request travels with it through the library, and is no permission.
    const authInfo = { token: '', clientId: '', scopes: [], extra: { opened } }
    return brief(await handler.fetch(raw, { parsedBody: body, authInfo }))
  }

  return {
    async handle(request, raw, meter) {
      const strange = strangeHeader(request, parts)
      if (strange) return refusal(`${strange}: is not a name of this instance.`)
      try {
        return await answer(request, raw, meter)
      } catch (thrown) {
        if (!(thrown instanceof Fault)) throw thrown
        return refusalReply(thrown)
      }
    },
    async close() {
      await (await handlerOnce.made())?.close()
    },
  }
}

/** A call of a tool that brings something to pay with. */
function isPayable(message: Envelope['body'], authorization: string | undefined): boolean {
  if (methodOf(message) !== 'tools/call' || !isObject(message)) return false
  const meta = { ...objectAt(message, '_meta'), ...objectAt(message['params'], '_meta') }
  return mayPay({ authorization, credentials: credentialsIn(meta) })
}

interface RpcError {
  readonly code: number
  readonly message: string
  readonly data?: object
}

const rpcError = (
  status: number,
  error: RpcError,
  headers: CallReply['headers'] = [],
): CallReply => ({
  status,
  headers,
  body: { kind: 'json', text: JSON.stringify({ jsonrpc: '2.0', id: null, error }) },
})

const [PARSE_ERROR, INVALID_REQUEST, INVALID_PARAMS, REFUSED] = [-32700, -32600, -32602, -32000]

const TWO_PAYMENTS = rpcError(400, {
  code: INVALID_PARAMS,
  message: 'Send one payment, not two of the same name.',
})
const NOT_JSON = rpcError(400, {
  code: PARSE_ERROR,
  message: 'Parse error: the body is not valid JSON.',
})
const refusal = (message: string): CallReply => rpcError(403, { code: REFUSED, message })

function refusalReply({ status, message, detail: { retryAfterSeconds } }: Fault): CallReply {
  const code = status === 400 ? INVALID_REQUEST : REFUSED
  if (retryAfterSeconds === undefined) return rpcError(status, { code, message })
  const error = { code, message, data: { retryAfterSeconds } }
  return rpcError(status, error, [['retry-after', String(retryAfterSeconds)]])
}

/** The library says of each value why it does not fit. */
async function brief(response: Response): Promise<Response | CallReply> {
  if (response.status < 400) return response
  const bytes = await response.clone().arrayBuffer()
  if (bytes.byteLength <= REFUSAL_BYTES_MAX) return response
  const message = 'The message does not fit the protocol.'
  return rpcError(response.status, { code: INVALID_REQUEST, message })
}
