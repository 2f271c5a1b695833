import { json, type CallReply, type CallRequest } from '../../base/core/call.ts'
import { Fault, isOwnFailure } from '../../base/core/fault.ts'
import type { Tool } from '../../base/core/tool.ts'
import { isObject } from '../../base/lib/json-object.ts'
import type { PaymentRequest, Till } from '../payments/till.ts'
import type { Call } from './call.ts'
import type { CallLimits } from './call-limits.ts'
import { replyFault } from './reply.ts'

export interface RefusalParts {
  readonly till: Pick<Till, 'challenge'>
  readonly limits: Pick<CallLimits, 'counted'>
}

/**
 * Makes what answers whatever a call has thrown. Every refusal of a payment carries a new quote. An
 * unknown settlement is no refusal.
 */
export const createRefusals =
  ({ till, limits }: RefusalParts) =>
  async (thrown: unknown, call: Call, request: CallRequest): Promise<CallReply> => {
    const fault = Fault.from(thrown)
    call.cause = isOwnFailure(fault) ? fault.cause : fault.code
    call.outcome = fault.status === 402 ? 'refused' : 'failed'
    const tooMany = await limits.counted(fault, request.client)
    if (tooMany) return replyFault(tooMany)
    const { tool } = call
    if (fault.status !== 402 || fault.code === 'settlement_unknown' || !tool)
      return replyFault(fault)
    const amount = call.amount ?? tool.price
    const quote = { tool, amount, accept: request.header('accept-payment') }
    const {
      problem: type = 'verification-failed',
      body,
      headers = [],
      receipt,
      terms,
    } = fault.detail
    const asked = till.challenge(quote, { type, detail: fault.message, ...(terms && { terms }) })
    const { challenges } = asked
    if (body) return { ...replyFault(fault, asked.headers), challenges }
    const reply = paymentRequired({ ...asked, headers: [...asked.headers, ...headers] })
    return receipt ? { ...reply, receipt } : reply
  }

/** A 402 as a reply. */
export const paymentRequired = ({
  headers,
  text,
  challenges,
  alike,
}: PaymentRequest): CallReply => ({
  status: 402,
  headers,
  body: { kind: 'json', text },
  challenges,
  ...(alike && { alike }),
})

/**
 * A refusal as the clients of the tool's public wire read it. They are known by their key: they
 * send one always, and those who pay by other means send none and read `error` as text.
 */
export function shapedRefusal(
  reply: CallReply,
  tool: Tool | null,
  request: Pick<CallRequest, 'header' | 'transport'>,
): CallReply {
  const shape = tool?.spec.refusalShape
  const { status, body } = reply
  if (!shape || status < 400 || body.kind !== 'json' || !bearsKey(request)) return reply
  const said: unknown = JSON.parse(body.text)
  if (!isObject(said) || typeof said['error'] !== 'string') return reply
  const { error: message, ...rest } = said
  const { alike: _text, ...others } = reply
  return { ...others, body: json(shape({ status, message: String(message), body: rest })) }
}

const bearsKey = ({ header, transport = 'http' }: Pick<CallRequest, 'header' | 'transport'>) =>
  transport === 'http' &&
  (/^bearer /i.test(header('authorization') ?? '') || header('x-api-key') !== undefined)
