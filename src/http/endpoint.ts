import type { CallReply, CallRequest, HeaderPair } from '../core/call.ts'
import { json } from '../core/call.ts'

/** A free endpoint: it answers without the till. */
export interface Endpoint {
  readonly method: 'GET' | 'POST'
  /** May hold `:name` parts. */
  readonly path: `/${string}`
  handle(
    request: CallRequest,
    params: Readonly<Record<string, string>>,
  ): Promise<CallReply> | CallReply
}

export const ok = (value: unknown, headers: readonly HeaderPair[] = []): CallReply => ({
  status: 200,
  headers,
  body: json(value),
})
