import type { CallRequest } from '../../../base/core/call.ts'
import { onlyOne, valuesIn } from '../sent-once.ts'
import { decodeHeader } from './payload.ts'

const decoded = new WeakMap<CallRequest, { readonly value: unknown }>()

/**
 * The x402 payload that a request carries, decoded once; undefined for none. Two that differ are
 * one too many.
 */
export function sentIn(request: CallRequest): unknown {
  const known = decoded.get(request)
  if (known) return known.value
  const value = read(request)
  decoded.set(request, { value })
  return value
}

function read(request: CallRequest): unknown {
  const value = request.credentials?.['x402']
  if (value !== undefined) return value
  const [signature, before] = [request.header('payment-signature'), request.header('x-payment')]
  if (signature === undefined && before === undefined) return undefined
  const sent = [signature, before].flatMap((header) =>
    header === undefined ? [] : valuesIn(header),
  )
  return decodeHeader(onlyOne('PAYMENT-SIGNATURE', sent) ?? '')
}
