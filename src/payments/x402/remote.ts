import type { FacilitatorClient } from '@x402/core/server'
import { z } from 'zod'
import type { Client } from '../../net/request.ts'

export interface RemoteOptions {
  readonly url: string
  readonly client: Client
  /** Value of the `Authorization` header, where the facilitator asks for one. */
  readonly authorization: string | null
}

/** A facilitator that hangs must not hold a buyer longer than a buyer waits. */
const TIMEOUT_MS = 20_000
const ANSWER_BYTES_MAX = 256 * 1024

const Verified = z.object({
  isValid: z.boolean(),
  invalidReason: z.string().nullish(),
  payer: z.string().nullish(),
})
const Settled = z.object({
  success: z.boolean(),
  errorReason: z.string().nullish(),
  transaction: z.string().default(''),
  network: z.string().default(''),
  payer: z.string().nullish(),
})
const Supported = z.object({
  kinds: z.array(
    z.looseObject({ x402Version: z.number(), scheme: z.string(), network: z.string() }),
  ),
  extensions: z.array(z.string()).default([]),
  signers: z.record(z.string(), z.array(z.string())).default({}),
})

/** A facilitator that the operator chose, spoken to over HTTP. */
export function createRemoteFacilitator({
  url,
  client,
  authorization,
}: RemoteOptions): FacilitatorClient {
  const base = url.replace(/\/+$/, '')
  const headers = {
    'content-type': 'application/json',
    ...(authorization ? { authorization } : {}),
  }

  async function ask<S extends z.ZodType>(
    path: string,
    answer: S,
    body?: unknown,
  ): Promise<z.output<S>> {
    const { status, bytes } = await client.request(base + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      timeoutMs: TIMEOUT_MS,
      bytesMax: ANSWER_BYTES_MAX,
    })
    const parsed = answer.safeParse(jsonOf(bytes))
    if (parsed.success) return parsed.data
    throw new Error(`the facilitator answered ${status} to ${path} in an unknown shape`)
  }

  return {
    async verify(paymentPayload, paymentRequirements) {
      const body = { x402Version: 2, paymentPayload, paymentRequirements }
      const { isValid, invalidReason, payer } = await ask('/verify', Verified, body)
      return { isValid, ...(invalidReason ? { invalidReason } : {}), ...(payer ? { payer } : {}) }
    },
    async settle(paymentPayload, paymentRequirements) {
      const body = { x402Version: 2, paymentPayload, paymentRequirements }
      const { success, errorReason, transaction, payer } = await ask('/settle', Settled, body)
      return {
        success,
        transaction,
        network: paymentRequirements.network,
        ...(errorReason ? { errorReason } : {}),
        ...(payer ? { payer } : {}),
      }
    },
    getSupported: async () =>
      (await ask('/supported', Supported)) as Awaited<
        ReturnType<FacilitatorClient['getSupported']>
      >,
  }
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}
