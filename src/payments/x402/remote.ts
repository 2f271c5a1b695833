import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { z } from 'zod'
import { Fault } from '../../core/fault.ts'
import type { Client } from '../../net/request.ts'
import type { Facilitator } from './facilitator.ts'
import { canonicalId } from '../../chains/networks.ts'

export interface RemoteOptions {
  readonly url: string
  readonly client: Client
  /** Value of the `Authorization` header, where the facilitator asks for one. */
  readonly authorization: string | null
}

/** What a facilitator says that it settles. */
export interface Kind {
  readonly network: string
  readonly scheme: string
  readonly extra: Readonly<Record<string, unknown>>
}

export interface RemoteFacilitator extends Omit<Facilitator, 'trace' | 'release' | 'retry'> {
  readonly url: string
  supported(): Promise<readonly Kind[]>
}

/** A facilitator that hangs must not hold a buyer longer than a buyer waits. */
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

/**
 * A facilitator that the operator chose, spoken to over HTTP. It throws when it did not answer
 * sensibly.
 */
export function createRemoteFacilitator({
  url,
  client,
  authorization,
}: RemoteOptions): RemoteFacilitator {
  const base = url.replace(/\/+$/, '')
  const headers = {
    'content-type': 'application/json',
    ...(authorization ? { authorization } : {}),
  }

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
    const { status, bytes } = await client.request(base + path, {
      method: body ? 'POST' : 'GET',
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
      timeoutMs,
      bytesMax: ANSWER_BYTES_MAX,
    })
    const parsed = answer.safeParse(jsonOf(bytes))
    if (parsed.success) return parsed.data
    throw new Fault(
      'upstream_failed',
      `the facilitator answered ${status} to ${path} in an unknown shape`,
    )
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

/** Who claims to have moved money must say where; nothing to move needs no transaction. */
function isProven(
  { transaction, network }: z.output<typeof Settled>,
  asked: PaymentRequirements,
): boolean {
  const isHere = !network || canonicalId(network) === canonicalId(asked.network)
  return isHere && (Boolean(transaction) || asked.amount === '0')
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}
