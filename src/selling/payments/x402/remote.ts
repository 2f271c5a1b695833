import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { z } from 'zod'
import { Fault } from '../../../base/core/fault.ts'
import type { Client } from '../../../outside/net/request.ts'
import type { Facilitator } from './facilitator.ts'
import type { Authorize } from '../../../base/lib/request-token.ts'
import { canonicalId, networkOf } from '../../../outside/chains/networks.ts'

export interface RemoteOptions {
  readonly url: string
  readonly client: Client
  readonly authorize: Authorize
}

/** What a facilitator says that it settles. */
export interface Kind {
  readonly network: string
  readonly scheme: string
  readonly extra: Readonly<Record<string, unknown>>
}

export interface RemoteFacilitator extends Omit<
  Facilitator,
  'sender' | 'trace' | 'stands' | 'release' | 'retry'
> {
  readonly url: string
  supported(): Promise<readonly Kind[]>
}

/** Shorter than buyers wait. */
const VERIFY_MS = 10_000
const SETTLE_MS = 25_000
const SUPPORTED_MS = 8_000
const ANSWER_BYTES_MAX = 512 * 1024

const Verified = z.object({
  isValid: z.boolean(),
  invalidReason: z.string().nullish(),
  payer: z.string().nullish(),
})
const Settled = z.object({
  success: z.boolean(),
  errorReason: z.string().nullish(),
  transaction: z.string().nullish(),
  network: z.string().nullish(),
  payer: z.string().nullish(),
})
const Supported = z.object({
  kinds: z.array(
    z.object({
      x402Version: z.number(),
      scheme: z.string(),
      network: z.string(),
      extra: z.record(z.string(), z.unknown()).nullish(),
    }),
  ),
})

/** A facilitator over HTTP. Throws when its answer makes no sense. */
export function createRemoteFacilitator({
  url,
  client,
  authorize,
}: RemoteOptions): RemoteFacilitator {
  const base = url.replace(/\/+$/, '')

  async function ask<S extends z.ZodType>(
    path: string,
    answer: S,
    timeoutMs: number,
    payment?: readonly [PaymentPayload, PaymentRequirements],
  ): Promise<z.output<S>> {
    const body = payment && {
      x402Version: 2,
      paymentPayload: payment[0],
      paymentRequirements: payment[1],
    }
    const method = body ? 'POST' : 'GET'
    const authorization = await authorize(method, base + path)
    const headers = {
      'content-type': 'application/json',
      ...(authorization ? { authorization } : {}),
    }
    const { status, bytes } = await client.request(base + path, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
      timeoutMs,
      bytesMax: ANSWER_BYTES_MAX,
    })
    const parsed = answer.safeParse(jsonOf(bytes))
    const isRefusal = status >= 400 && status < 500 && parsed.data && isNo(parsed.data)
    if (parsed.success && (status < 300 || isRefusal)) return parsed.data
    throw new Fault('upstream_failed', `the facilitator answered ${status} to ${path}`)
  }

  return {
    url: base,
    async verify(...payment) {
      const { isValid, invalidReason, payer } = await ask('/verify', Verified, VERIFY_MS, payment)
      return { isValid, ...(invalidReason ? { invalidReason } : {}), ...(payer ? { payer } : {}) }
    },
    async settle(...payment) {
      const answer = await ask('/settle', Settled, SETTLE_MS, payment)
      const { success, errorReason, transaction, payer } = answer
      if (success && !isProven(answer, payment[1]))
        throw new Fault('upstream_failed', 'the facilitator names no transaction of that network')
      return {
        success,
        transaction: transaction ?? '',
        network: payment[1].network,
        ...(errorReason ? { errorReason } : {}),
        ...(payer ? { payer } : {}),
      }
    },
    async supported() {
      const { kinds } = await ask('/supported', Supported, SUPPORTED_MS)
      return kinds
        .filter(({ x402Version }) => x402Version === 2)
        .map(({ network, scheme, extra }) => ({ network, scheme, extra: extra ?? {} }))
    },
  }
}

/** With an error status, only a refusal counts as an answer. */
const isNo = (answer: object): boolean =>
  ('isValid' in answer && !answer.isValid) || ('success' in answer && !answer.success)

/** Transactions by the names that each family of networks gives them. */
const TRANSACTIONS = {
  evm: /^0x[0-9a-fA-F]{64}$/,
  svm: /^[1-9A-HJ-NP-Za-km-z]{64,88}$/,
  avm: /^[A-Z2-7]{52}$/,
  stellar: /^[0-9a-fA-F]{64}$/,
} as const

/** A settlement must name a transaction of the network; an amount of 0 needs none. */
function isProven(
  { transaction, network }: z.output<typeof Settled>,
  asked: PaymentRequirements,
): boolean {
  const isHere = !network || canonicalId(network) === canonicalId(asked.network)
  const named = TRANSACTIONS[networkOf(asked.network).family].test(transaction ?? '')
  return isHere && (named || (!transaction && asked.amount === '0'))
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}
