import type { CallRequest } from '../../base/core/call.ts'
import type { Call } from './call.ts'

/** One log line, one count and one hourly sum for each call and for the end of each job. */
export interface CallLog {
  begin(request: CallRequest): Call
  end(call: Call, status: number): void
}

/** A new call, before anything about it is known. */
export const newCall = ({ id, transport = 'http' }: CallRequest): Call => ({
  id,
  transport,
  startedAt: performance.now(),
  tool: null,
  account: null,
  amount: null,
  outcome: 'failed',
  cause: null,
})
