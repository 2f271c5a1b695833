import { hash } from 'node:crypto'
import { usd } from '../../../base/core/money.ts'
import type { Quote } from '../rail.ts'
import type { MppCredential } from './credential.ts'
import {
  SETTLE_SECONDS,
  UNKNOWN,
  type MethodOffer,
  type Method,
  type MethodSettlement,
} from './method.ts'
import { mppFault, refusedBy, unreachable, unusable } from './problem.ts'
import type { Charge, Charged, Stripe } from './stripe.ts'

export interface CardOptions {
  readonly stripe: Stripe
  /** Whom buyers share their payment tokens with. */
  readonly networkId: string
  now(): number
  onTrouble(what: string, cause: unknown): void
}

const AMOUNT_MIN = usd('$0.50')
const CENT = usd('$0.01')
const CURRENCY = 'usd'
const PLACE = 'stripe'
/** How long before and after its challenge ends a charge can have been made. */
const CHARGED_BEFORE_MS = 600_000
const CHARGED_AFTER_MS = 300_000

interface Granted extends Charge {
  /** When the challenge ends, in milliseconds. */
  readonly expires: number
}

/**
 * The method `stripe`: the buyer shares a payment token of its card. The token is checked before
 * the tool runs, and charged after it has answered.
 */
export function createCardMethod({ stripe, networkId, now, onTrouble }: CardOptions): Method {
  const ask = (amount: string): MethodOffer => ({
    place: PLACE,
    placeName: 'Stripe',
    chainId: null,
    currency: CURRENCY,
    request: {
      amount,
      currency: CURRENCY,
      methodDetails: { networkId, paymentMethodTypes: ['card'] },
    },
  })

  /** Refuses a token that cannot be charged, as far as Stripe can tell before the charge. */
  async function assertGranted(token: string, cents: number, until: number): Promise<void> {
    const granted = await stripe.token(token).catch((thrown: unknown) => {
      onTrouble('verify with Stripe', thrown)
      throw unreachable(thrown)
    })
    if (!granted) throw refusedBy('token_unknown')
    if (!granted.isActive) throw refusedBy('token_deactivated')
    if (granted.currency !== CURRENCY) throw refusedBy('token_currency')
    if (granted.cents < cents) throw refusedBy('token_limit')
    if (granted.expires < until) throw unusable('the payment token ends before the tool does.')
  }

  async function outcomeOf(
    what: string,
    ask: () => Promise<Charged>,
  ): Promise<MethodSettlement | 'absent'> {
    try {
      const charged = await ask()
      if (charged.state === 'absent') return 'absent'
      if (charged.state === 'lost') return UNKNOWN
      return charged.state === 'paid'
        ? { state: 'settled', network: PLACE, reference: charged.id }
        : { state: 'refused', reason: charged.reason }
    } catch (thrown) {
      onTrouble(what, thrown)
      return UNKNOWN
    }
  }

  async function charged(data: Granted, what: string): Promise<MethodSettlement> {
    const outcome = await outcomeOf(what, () => stripe.charge(data))
    return outcome === 'absent' ? UNKNOWN : outcome
  }

  return {
    id: 'stripe',
    asks: (quote) => (takes(quote) ? [ask(String(quote.amount / CENT))] : []),
    isOpen: () => true,
    proof(credential) {
      const token = tokenOf(credential)
      return token && `mpp:stripe:${hash('sha256', token)}`
    },
    wallet: () => null,
    inspect(credential, { tool }) {
      if (tokenOf(credential) === null) throw mppFault('payload')
      if (Date.parse(credential.challenge.expires) < endOf(tool.limits.firstEventMs, now()))
        throw unusable('the challenge ends before the tool does; ask for a new one.')
    },
    async verify(credential, { tool, amount }) {
      const token = tokenOf(credential) ?? ''
      const cents = amount / CENT
      await assertGranted(token, cents, endOf(tool.limits.firstEventMs, now()))
      const { id: challengeId, expires } = credential.challenge
      const data: Granted = { cents, token, challengeId, expires: Date.parse(expires) }
      return { wallet: null, data, validUntil: data.expires + CHARGED_AFTER_MS }
    },
    settle: (data) => charged(data as Granted, 'settle with Stripe'),
    // Stripe forgets idempotency keys after a while, but not before the challenge ends.
    retry: async (data) =>
      now() < (data as Granted).expires ? charged(data as Granted, 'retry with Stripe') : UNKNOWN,
    async trace(data) {
      const { challengeId, expires } = data as Granted
      const [from, until] = [expires - CHARGED_BEFORE_MS, expires + CHARGED_AFTER_MS]
      const outcome = await outcomeOf('trace with Stripe', () =>
        stripe.find(challengeId, from, until),
      )
      if (outcome !== 'absent') return outcome
      return now() > until ? { state: 'refused', reason: 'never_charged' } : UNKNOWN
    },
    release: () => {},
  }
}

/** Cards cost too much for small change, and prove no wallet. */
const takes = ({ tool, amount }: Quote): boolean =>
  tool.spec.identity !== 'wallet' &&
  tool.spec.payTo === undefined &&
  amount >= AMOUNT_MIN &&
  amount % CENT === 0

function tokenOf({ payload }: MppCredential): string | null {
  const token = payload['spt']
  return typeof token === 'string' && /^spt_[A-Za-z0-9_]{1,200}$/.test(token) ? token : null
}

const endOf = (deadlineMs: number, now: number): number => now + deadlineMs + SETTLE_SECONDS * 1000
