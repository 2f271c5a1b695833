import type { CallRequest } from '../../base/core/call.ts'
import type { ThreadWork } from '../../base/core/thread-work.ts'
import { threads, type Threads } from '../../engines/threads/threads.ts'
import { unpaidContext } from './call.ts'
import type { Running } from './run.ts'

/** Runs work of an unpaid request in a worker thread, in the same queue as other such work. */
export type InThread = <Input, Result>(
  work: ThreadWork<Input, Result>,
  input: Input,
  request: CallRequest,
) => Promise<Result>

const TIMEOUT_MS = 5_000

export const createInThread =
  ({ open }: Pick<Running, 'open'>): InThread =>
  (work, input, request) => {
    const opened = open({ threads }, unpaidContext(request))['threads'] as Threads
    return opened.run(work, input, { subject: 'the page', timeoutMs: TIMEOUT_MS })
  }
