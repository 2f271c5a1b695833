import type { CallReply } from '../../base/core/call.ts'
import { json } from '../../base/core/call.ts'
import { badInput, Fault, notFound, type FaultCode } from '../../base/core/fault.ts'

const withReason = ({ code, message }: Fault, reason: string): Fault =>
  new Fault(code, message, { body: { reason } })

export const noSuchTask = (id: string): Fault =>
  withReason(
    notFound(`No such task: ${id.slice(0, 60)} is wrong, or older than one hour.`),
    'TASK_NOT_FOUND',
  )

export const takesNoMessage = (): Fault =>
  withReason(
    badInput('The task has ended, or a call is under way: begin another one.'),
    'UNSUPPORTED_OPERATION',
  )

export const notCancelable = (): Fault =>
  withReason(badInput('Only a task that waits for input can be cancelled.'), 'TASK_NOT_CANCELABLE')

export const hasEnded = (): Fault =>
  withReason(badInput('The task has ended: get it instead.'), 'UNSUPPORTED_OPERATION')

export const otherVersion = (version: string): Fault =>
  withReason(
    badInput(`A2A-Version: ${version.slice(0, 20)} is not spoken here; use 1.0.`),
    'VERSION_NOT_SUPPORTED',
  )

export const noPushes = (): Fault =>
  withReason(
    badInput('This agent sends no notifications; ask for the task, or subscribe to it.'),
    'PUSH_NOTIFICATION_NOT_SUPPORTED',
  )

export const noExtendedCard = (): Fault =>
  withReason(
    badInput('This agent has one card, and it is public.'),
    'EXTENDED_AGENT_CARD_NOT_CONFIGURED',
  )

/** How Google's RPC calls each kind, as A2A wants it. */
const STATUS_NAMES: Partial<Record<FaultCode, string>> = {
  bad_input: 'INVALID_ARGUMENT',
  not_found: 'NOT_FOUND',
  method_not_allowed: 'UNIMPLEMENTED',
  body_too_large: 'INVALID_ARGUMENT',
  unsupported_media: 'INVALID_ARGUMENT',
  forbidden: 'PERMISSION_DENIED',
  rate_limited: 'RESOURCE_EXHAUSTED',
  overloaded: 'UNAVAILABLE',
  caller_gone: 'CANCELLED',
}

export const A2A_JSON = ['content-type', 'application/a2a+json'] as const

/** A fault in the form that A2A gives to errors. */
export function errorReply(fault: Fault): CallReply {
  const { code, status, message, detail } = fault
  const name = STATUS_NAMES[code] ?? 'INTERNAL'
  const reason = detail.body?.['reason'] ?? name
  const { retryAfterSeconds } = detail
  const details = [
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'a2a-protocol.org' },
  ]
  return {
    status,
    headers: [
      A2A_JSON,
      ...(detail.headers ?? []),
      ...(retryAfterSeconds ? [['retry-after', String(retryAfterSeconds)] as const] : []),
    ],
    body: json({ error: { code: status, status: name, message, details } }),
  }
}
