import { z } from 'zod'
import { createStripeApi, type StripeApiOptions } from '../stripe-api.ts'
import { plainCode } from './method.ts'

export type StripeOptions = Omit<StripeApiOptions, 'version'>

/** What a buyer's shared payment token allows. */
export interface SharedToken {
  readonly isActive: boolean
  readonly currency: string
  readonly cents: number
  /** In milliseconds. */
  readonly expires: number
}

export interface Charge {
  readonly cents: number
  readonly token: string
  /** Identifies the charge at Stripe: it is made once and can be found again. */
  readonly challengeId: string
}

/** `lost`: it may have been made. `absent`: Stripe knows of none. */
export type Charged =
  | { readonly state: 'paid'; readonly id: string }
  | { readonly state: 'declined'; readonly reason: string }
  | { readonly state: 'lost' }
  | { readonly state: 'absent' }

export interface Stripe {
  /** Null when this account was not granted such a token. Throws when Stripe cannot be asked. */
  token(id: string): Promise<SharedToken | null>
  /** Repeating it charges once. Throws when the result is unknown. */
  charge(charge: Charge): Promise<Charged>
  /** Looks among the charges made between two moments. Throws when Stripe cannot be asked. */
  find(challengeId: string, from: number, until: number): Promise<Charged>
}

/** Shared payment tokens are a preview, so the version that has them is named. */
const VERSION = '2026-07-29.preview'
const PAGE = 100
const PAGES_MAX = 10

const Token = z.object({
  deactivated_at: z.number().nullish(),
  usage_limits: z.object({
    currency: z.string(),
    max_amount: z.number(),
    expires_at: z.number().nullish(),
  }),
})
const Intent = z.object({
  id: z.string(),
  status: z.string(),
  metadata: z.record(z.string(), z.string()).default({}),
})
const Intents = z.object({ data: z.array(Intent), has_more: z.boolean() })
const Refusal = z.object({
  error: z.object({ code: z.string().nullish(), decline_code: z.string().nullish() }),
})

/** The three calls of Stripe's API that selling for shared payment tokens needs. */
export function createStripe(options: StripeOptions): Stripe {
  const call = createStripeApi({ ...options, version: VERSION })

  return {
    async token(id) {
      const { status, answer } = await call(`/v1/shared_payment/granted_tokens/${id}`)
      if (status === 404 || status === 400) return null
      if (status !== 200) throw new Error(`Stripe answered ${status} to a question for a token`)
      const { deactivated_at: deactivated, usage_limits: limits } = Token.parse(answer)
      return {
        isActive: deactivated === null || deactivated === undefined,
        currency: limits.currency,
        cents: limits.max_amount,
        expires: (limits.expires_at ?? Infinity) * 1000,
      }
    },
    async charge({ cents, token, challengeId }) {
      const form = new URLSearchParams({
        amount: String(cents),
        'automatic_payment_methods[allow_redirects]': 'never',
        'automatic_payment_methods[enabled]': 'true',
        confirm: 'true',
        currency: 'usd',
        'metadata[machine_payment]': 'true',
        'metadata[mpp_intent]': 'charge',
        'metadata[mpp_challenge_id]': challengeId,
        shared_payment_granted_token: token,
      })
      const idempotencyKey = `mpp_${challengeId}_${token}`
      const { status, answer } = await call('/v1/payment_intents', { form, idempotencyKey })
      if (status === 200) return chargedBy(Intent.parse(answer))
      if (status === 409 || status === 424 || status >= 500) return { state: 'lost' }
      const { error } = Refusal.parse(answer)
      return { state: 'declined', reason: plainCode(error.decline_code ?? error.code) }
    },
    async find(challengeId, from, until) {
      let after = ''
      for (let page = 0; page < PAGES_MAX; page++) {
        const query = new URLSearchParams({
          'created[gte]': String(Math.floor(from / 1000)),
          'created[lte]': String(Math.ceil(until / 1000)),
          limit: String(PAGE),
          ...(after && { starting_after: after }),
        })
        const { status, answer } = await call(`/v1/payment_intents?${query.toString()}`)
        if (status !== 200) throw new Error(`Stripe answered ${status} to a list of charges`)
        const { data, has_more: hasMore } = Intents.parse(answer)
        const mine = data.find(({ metadata }) => metadata['mpp_challenge_id'] === challengeId)
        if (mine) return chargedBy(mine)
        after = data.at(-1)?.id ?? ''
        if (!hasMore || after === '') return { state: 'absent' }
      }
      return { state: 'lost' }
    },
  }
}

function chargedBy({ id, status }: z.output<typeof Intent>): Charged {
  if (status === 'succeeded') return { state: 'paid', id }
  if (status === 'processing' || status === 'requires_capture') return { state: 'lost' }
  return { state: 'declined', reason: plainCode(status) }
}
