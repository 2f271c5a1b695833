import { badInput } from '../../../../base/core/fault.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'
import type { Operation, Reply } from '../../../../engines/openapi/operations.ts'

/** The response to a status: its own, that of its range, or the default. */
export function replyOf({ replies }: Operation, status: string): Reply {
  const range = `${status[0] ?? ''}XX`
  const found = [status, range, 'default'].flatMap((one) =>
    replies.filter((reply) => reply.status.toUpperCase() === one.toUpperCase()),
  )
  const [first] = found
  if (first) return first
  const known = replies.map((reply) => reply.status).slice(0, 20)
  throw badInput(
    `status: ${excerpt(status)} is not there; the operation has ${known.join(', ') || 'none'}`,
  )
}
