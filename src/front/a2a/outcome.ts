import { isObject } from '../../base/lib/json-object.ts'
import { readAnswer } from '../../selling/call/value-answer.ts'
import { headerOf, bodyObjectOf, paymentRequiredOf } from '../../selling/call/value-call.ts'
import type { CallReply } from '../../base/core/call.ts'
import { Fault } from '../../base/core/fault.ts'
import type { Tool } from '../../base/core/tool.ts'
import { X402 } from './message.ts'
import { standingAt, type Standing } from './task.ts'

/** The state of a task after its call. */
export async function outcomeOf(reply: CallReply, tool: Tool): Promise<Standing> {
  if (reply.status === 202) return working(reply)
  if (reply.status === 200) return completed(reply, tool)
  const isOpen = typeof bodyObjectOf(reply)['resumeToken'] === 'string'
  if (reply.status === 402 || isOpen) return unpaid(reply, tool)
  const said = bodyObjectOf(reply)
  const text = errorIn(reply)
  if (reply.status === 429) throw tooMany(text, reply)
  const state = reply.status >= 500 ? 'failed' : 'input-required'
  return standingAt(state, `${text} Nothing was charged.`, { data: said })
}

/** The state of a task after its job. */
export async function endOfJob(reply: CallReply, tool: Tool): Promise<Standing> {
  if (reply.status === 200) return completed(reply, tool)
  if (reply.status === 402) return paymentFailed(reply)
  return standingAt('failed', `${errorIn(reply)} Nothing was charged.`, {
    data: bodyObjectOf(reply),
  })
}

function paymentFailed(reply: CallReply): Standing {
  const error = errorIn(reply)
  const metadata = { [X402.status]: 'payment-failed', [X402.error]: error, ...receiptsOf(reply) }
  return standingAt('failed', error, { metadata })
}

function errorIn(reply: CallReply): string {
  const { error } = bodyObjectOf(reply)
  return typeof error === 'string' ? error : 'It failed.'
}

function tooMany(message: string, reply: CallReply): Fault {
  const retryAfterSeconds = Number(headerOf(reply, 'retry-after') ?? 1)
  return new Fault('rate_limited', message, { retryAfterSeconds })
}

const working = (reply: CallReply): Standing =>
  standingAt('working', 'The call is under way; ask for the task again.', {
    jobId: String(bodyObjectOf(reply)['jobId']),
  })

const receiptsOf = ({ receipt }: CallReply): Standing['metadata'] =>
  receipt?.protocol === 'x402' ? { [X402.receipts]: [receipt.value] } : {}

async function completed(reply: CallReply, tool: Tool): Promise<Standing> {
  const receipts = receiptsOf(reply)
  const isPaid = Object.keys(receipts).length > 0
  const part = await partOf(reply, tool)
  const { data } = part
  const isUntrusted =
    tool.untrusted === 'always' || (isObject(data) && data['untrustedContent'] === true)
  return standingAt('completed', 'Done.', {
    metadata: isPaid ? { [X402.status]: 'payment-completed', ...receipts } : {},
    artifact: {
      parts: [part],
      metadata: isUntrusted ? { untrustedContent: true } : {},
    },
  })
}

async function partOf({ body }: CallReply, { slug }: Tool): Promise<Record<string, unknown>> {
  const answer = await readAnswer(body)
  if (answer.kind === 'text') return { text: answer.text, mediaType: answer.mediaType }
  if (answer.kind === 'bytes')
    return { raw: answer.base64, mediaType: answer.mediaType, filename: slug }
  const { text, value } = answer
  const mediaType = 'application/json'
  return value === undefined ? { text, mediaType } : { data: value, mediaType }
}

/** Not paid; paid with an invalid payment; or paid, as far as is known, and not answered yet. */
function unpaid(reply: CallReply, tool: Tool): Standing {
  const resumeToken = bodyObjectOf(reply)['resumeToken']
  const error = errorIn(reply)
  if (typeof resumeToken === 'string')
    return standingAt(
      'working',
      'The payment was sent, and its answer is not there yet; ask for the task again.',
      {
        metadata: { [X402.status]: 'payment-submitted' },
        resumeToken,
      },
    )
  if (!reply.challenges) return standingAt('input-required', error)
  if (reply.receipt) return paymentFailed(reply)
  const required = paymentRequiredOf(reply)
  return standingAt('input-required', `${tool.slug} is not paid: ${error}`, {
    metadata: {
      [X402.status]: 'payment-required',
      [X402.required]: required,
      [X402.error]: error,
    },
  })
}
