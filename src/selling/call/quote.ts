import type { CallRequest } from '../../base/core/call.ts'
import type { CallContext } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import { valueOfInput } from '../../base/core/json-input.ts'
import type { Usd } from '../../base/core/money.ts'
import type { Problem } from '../../base/core/payment.ts'
import { isListed, type Tool } from '../../base/core/tool.ts'
import { MB } from '../../base/lib/fields.ts'
import type { Quote } from '../payments/rail.ts'
import { readInput } from './input-read.ts'
import { unpaidContext } from './call.ts'
import type { Running } from './run.ts'

/** The price of this call. */
export async function priceOf(
  tool: Tool,
  input: unknown,
  call: CallContext,
  { open }: Pick<Running, 'open'>,
): Promise<Usd> {
  const { price, uses } = tool.spec
  if (typeof price === 'string') return tool.price
  return price.quote(valueOfInput(input) as never, open(uses, call))
}

/** Reading more for nobody's money would hold up other calls; who pays is told the price of it. */
const QUOTED_BYTES_MAX = 2 * MB

const isTooLong = ({ transport = 'http', method, header }: CallRequest): boolean => {
  if (transport !== 'http' || method !== 'POST') return false
  const isUnknown = header('transfer-encoding') !== undefined
  return isUnknown || Number(header('content-length') ?? 0) > QUOTED_BYTES_MAX
}

/** A price that depends on the request is quoted from it if it can be read, else from the list. */
export function quoteFor(
  tool: Tool,
  request: CallRequest,
  running: Running,
): Promise<Quote> | Quote {
  const accept = request.header('accept-payment')
  if (isListed(tool) || tool.unavailable !== undefined || isTooLong(request))
    return { tool, amount: tool.price, accept }
  return quoteOf(tool, request, running, accept)
}

/**
 * Over HTTP, tools are quoted even if a setting is missing. On other transports, such a call is
 * refused at once.
 */
export const isQuoted = (tool: Tool, { transport = 'http' }: CallRequest): boolean =>
  tool.unavailable === undefined || (transport === 'http' && !tool.unpayable && !tool.switchedOff)

/** A quote for what is not set up here says so, because a paid call answers 503. */
export const notSetUp = ({ unavailable }: Tool): Problem | undefined =>
  unavailable === undefined
    ? undefined
    : {
        type: 'payment-required',
        detail: `Payment required, but a paid call answers 503, uncharged: ${unavailable}`,
      }

async function quoteOf(
  tool: Tool,
  request: CallRequest,
  running: Running,
  accept: string | undefined,
): Promise<Quote> {
  try {
    const call = unpaidContext(request)
    const { value } = await readInput(tool, request, running, call)
    return { tool, amount: await priceOf(tool, value, call, running), accept }
  } catch (thrown) {
    if (thrown instanceof Fault) return { tool, amount: tool.price, accept }
    throw thrown
  }
}
