import type { CallRequest } from '../core/call.ts'
import type { CallContext } from '../core/capability.ts'
import { Fault } from '../core/fault.ts'
import type { Usd } from '../core/money.ts'
import { isListed, type Tool } from '../core/tool.ts'
import type { Quote } from '../payments/rail.ts'
import { readInput } from './input-read.ts'
import { contextOf } from './payment-checks.ts'
import type { Running } from './run.ts'

/** The price of this very call. */
export async function priceOf(
  tool: Tool,
  input: unknown,
  call: CallContext,
  { open }: Pick<Running, 'open'>,
): Promise<Usd> {
  const { price, uses } = tool.spec
  if (typeof price === 'string') return tool.price
  return price.quote(input as never, open(uses, call))
}

/** A price that depends on the request is quoted from it if it can be read, else from the list. */
export function quoteFor(
  tool: Tool,
  request: CallRequest,
  running: Running,
): Promise<Quote> | Quote {
  const accept = request.header('accept-payment')
  if (isListed(tool)) return { tool, amount: tool.price, accept }
  return quoteOf(tool, request, running, accept)
}

async function quoteOf(
  tool: Tool,
  request: CallRequest,
  running: Running,
  accept: string | undefined,
): Promise<Quote> {
  try {
    const call = contextOf(request)
    const { value } = await readInput(tool, request, running, call)
    return { tool, amount: await priceOf(tool, value, call, running), accept }
  } catch (thrown) {
    if (thrown instanceof Fault) return { tool, amount: tool.price, accept }
    throw thrown
  }
}
