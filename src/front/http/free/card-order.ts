import { isoTime } from '../../../base/lib/iso-time.ts'
import { text } from '../../surfaces/free-endpoint.ts'
import { dollarsOf, usdOf } from '../../../base/core/money.ts'
import type { CallReply } from '../../../base/core/call.ts'
import type { OrderView } from '../../../selling/checkout/checkout.ts'
import { ok, type EndpointSpec } from '../endpoint.ts'

const CENT_MICROS = 10_000

/** A bought call for programs; `/r/<session>` shows the same to people. */
export default {
  path: '/api/r/:session',
  methods: ['GET'],
  access: 'public',
  summary: 'What was bought by card: how far it has come, and then the answer.',
  inPath: { session: text('The `session` of the checkout.') },
  answer: {
    type: 'object',
    properties: {
      status: {
        type: 'string',
        enum: ['not_found', 'unpaid', 'generating', 'done', 'error', 'refunded', 'expired'],
      },
      product: text('Slug of the tool.'),
      report: { description: 'The answer of the tool, with `done`.' },
      error: text('Why it could not be finished.'),
    },
    required: ['status'],
  },
  refusals: [429],
  open:
    ({ checkout: { cards } }) =>
    async ({ client }, { session = '' }) =>
      ok(bodyOf(await cards.view(session, client))),
} satisfies EndpointSpec

function bodyOf({ status, order, reply }: OrderView) {
  if (!order) return { status }
  const { product, cents, created, updated, progress, error, refund, attempts } = order
  return {
    status,
    kind: order.kind,
    product,
    paidUsd: dollarsOf(usdOf(cents * CENT_MICROS)),
    createdAt: isoTime(created),
    updatedAt: isoTime(updated),
    attempts,
    ...(progress !== null &&
      status === 'generating' && { progress: JSON.parse(progress) as unknown }),
    ...(error !== null && { error }),
    ...(refund !== null && { refund }),
    ...(reply && { report: answerIn(reply.body) }),
  }
}

/** A file is answered as base64. */
function answerIn(body: CallReply['body']): unknown {
  if (body.kind === 'json') return JSON.parse(body.text)
  if (body.kind !== 'binary') return null
  const { contentType, bytes } = body
  return { contentType, encoding: 'base64', data: Buffer.from(bytes).toString('base64') }
}
