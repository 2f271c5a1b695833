import { encodePaymentResponseHeader } from '@x402/core/http'
import type { PaymentPayload, PaymentRequirements, SettleResponse } from '@x402/core/types'
import type { HeaderPair } from '../../core/call.ts'
import { Fault } from '../../core/fault.ts'
import type { Tool, Wallet } from '../../core/tool.ts'
import type { Authorization, Challenge, Credential, Quote, Rail, Settlement } from '../rail.ts'
import { echoes, extensionsOf, paymentIdOf } from './extensions.ts'
import type { Facilitators } from './facilitator.ts'
import type { Network } from './networks.ts'
import { offerTaken, readPayload, same, type Eip3009, type ReadPayload } from './payload.ts'
import { tell } from './required.ts'
import { paymentRequired, requirementsFor, type Seller } from './requirements.ts'
import { assertOutlives, hurriedBy } from './windows.ts'

export interface X402Options {
  readonly seller: Seller
  /** Networks to be paid on, in the order in which they are offered. */
  readonly networks: readonly Network[]
  readonly facilitators: Facilitators
  now(): number
  /** Told what a facilitator said, for the log: never for the buyer. */
  onTrouble(what: string, cause: unknown): void
}

const REMEMBER_MS = 24 * 3_600_000

/** x402 version 2, scheme `exact`: verified before the tool runs, settled after it has answered. */
export function createX402Rail(options: X402Options): Rail {
  const { seller, facilitators, now, onTrouble } = options
  let listPriced = new WeakMap<Tool, Challenge>()
  let madeAt = facilitators.version()

  function offersFor(quote: Quote): PaymentRequirements[] {
    const live = new Set(facilitators.live())
    const networks = options.networks.filter(({ id }) => live.has(id))
    return requirementsFor(quote, networks, { seller, extraOf: facilitators.extraOf })
  }

  function compose(quote: Quote, error: string): Challenge {
    const offers = offersFor(quote)
    if (offers.length === 0) return NOBODY_SETTLES
    const { required, header } = tell(quote, offers, seller, error)
    return { headers: [['payment-required', header]], body: { ...required } }
  }

  function challenge(quote: Quote, reason?: string): Challenge {
    const { tool, amount } = quote
    if (reason !== undefined || amount !== tool.price) {
      return compose(quote, reason ?? 'Payment required')
    }
    if (madeAt !== facilitators.version()) {
      listPriced = new WeakMap()
      madeAt = facilitators.version()
    }
    const known = listPriced.get(tool) ?? compose(quote, 'Payment required')
    listPriced.set(tool, known)
    return known
  }

  function inspect({ data }: Credential, quote: Quote): void {
    const read = data as ReadPayload | null
    if (!read) throw refused('the payment payload cannot be read; x402 version 2 is expected')
    const offer = offerTaken(read, offersFor(quote))
    if (!offer) throw refused('no matching payment requirements')
    if (!echoes(read.payload, quote.tool)) throw refused('extension_echo_mismatch')
    const { eip3009, validBefore } = read
    if (eip3009) assertPays(eip3009, offer, now())
    if (validBefore !== null) assertOutlives(quote.tool, validBefore, now())
  }

  async function verify({ data, proof }: Credential, quote: Quote): Promise<Authorization> {
    const read = data as ReadPayload
    const requirements = offerTaken(read, offersFor(quote))
    if (!requirements) throw refused('no matching payment requirements')
    const { network } = requirements
    const by = facilitators.of(network)
    const payload = by.lists ? listed(read.payload, quote, requirements) : read.payload
    const endsAt = read.validBefore ? null : await facilitators.endsAt(network, payload)
    const answerBy = hurriedBy(endsAt, quote.tool, now())
    const verdict = await by.verify(payload, requirements).catch((thrown: unknown) => {
      onTrouble('verify', thrown)
      throw unreachable(thrown)
    })
    if (!verdict.isValid) throw refused(codeFrom(verdict.invalidReason))
    const payer = verdict.payer ?? read.eip3009?.from ?? null
    const wallet = network.startsWith('eip155:') ? (payer?.toLowerCase() ?? null) : payer
    return {
      rail: 'x402',
      payer: { rail: 'x402', wallet: wallet as Wallet | null },
      amount: quote.amount,
      proof,
      data: { payload, requirements } satisfies Signed,
      ...(answerBy === undefined ? {} : { answerBy }),
    }
  }

  /** What a facilitator needs in order to list the tool in its index, whatever the payer echoed. */
  function listed(
    payload: PaymentPayload,
    quote: Quote,
    requirements: PaymentRequirements,
  ): PaymentPayload {
    const { resource } = paymentRequired(quote, [requirements], seller, '')
    const { bazaar } = extensionsOf(quote.tool, 'whole')
    return { ...payload, resource, extensions: { ...payload.extensions, bazaar } }
  }

  async function settle({ data }: Authorization): Promise<Settlement> {
    const { payload, requirements } = data as Signed
    try {
      const answer = await facilitators.of(requirements.network).settle(payload, requirements)
      return settlementOf(answer, requirements.network)
    } catch (thrown) {
      onTrouble('settle', thrown)
      return unknown(requirements.network)
    }
  }

  async function trace({ data }: Authorization): Promise<Settlement> {
    const { payload, requirements } = data as Signed
    const { network } = requirements
    try {
      const traced = await facilitators.of(network).trace(payload, requirements)
      if (traced.state === 'dead') return { state: 'refused', reason: traced.reason }
      if (traced.state === 'unknown') return unknown(network)
      const { transaction } = traced
      const payer = payload.payload['authorization'] as { from?: string } | undefined
      return settlementOf(
        { success: true, transaction, payer: payer?.from ?? '', network },
        network,
      )
    } catch (thrown) {
      onTrouble('trace', thrown)
      return unknown(network)
    }
  }

  return {
    id: 'x402',
    outside: true,
    accepts: (tool) =>
      requirementsFor({ tool, amount: tool.price }, options.networks, {
        seller,
        extraOf: () => ({}),
      }).length > 0,
    challenge,
    claim(request) {
      const header = request.header('payment-signature') ?? request.header('x-payment')
      if (header === undefined) return null
      const read = readPayload(header)
      const validBefore = Number(read?.validBefore ?? 0) * 1000
      return {
        rail: 'x402',
        secret: header,
        proof: read?.proof ?? null,
        proofUntil: Math.min(Math.max(validBefore, now()), now() + 30 * REMEMBER_MS) + REMEMBER_MS,
        data: read,
        chosenKey: read ? paymentIdOf(read.payload) : undefined,
      }
    },
    inspect,
    verify,
    settle,
    async release({ data }) {
      const { payload, requirements } = data as Signed
      facilitators.of(requirements.network).release(payload)
    },
    trace,
    describe: () => ({
      version: 2,
      scheme: 'exact',
      networks: options.networks.map(({ id, name, asset }) => ({ network: id, name, asset })),
      payTo: seller.payTo,
      header: 'PAYMENT-SIGNATURE',
    }),
  }
}

/** While nobody can settle, nothing is offered: what cannot be kept must not be promised. */
const NOBODY_SETTLES: Challenge = { headers: [], body: {} }

interface Signed {
  readonly payload: PaymentPayload
  readonly requirements: PaymentRequirements
}

function assertPays(
  { to, value, validAfter }: Eip3009,
  { payTo, amount }: PaymentRequirements,
  now: number,
): void {
  if (!same(to, payTo)) throw refused('it pays somebody else')
  if (value !== amount) throw refused(`it pays ${value}, not ${amount}`)
  if (Number(validAfter) * 1000 > now) throw refused('it is not valid yet')
}

function settlementOf(answer: SettleResponse, network: string): Settlement {
  const { success, transaction, payer } = answer
  if (success) {
    return {
      state: 'settled',
      headers: [receipt({ success, transaction, network, payer })],
      entries: [],
      network,
      reference: transaction,
    }
  }
  const errorReason = codeFrom(answer.errorReason)
  if (errorReason === 'settlement_pending') return unknown(network, transaction)
  return {
    state: 'refused',
    reason: errorReason,
    headers: [receipt({ success: false, errorReason, transaction: '', network, payer })],
  }
}

const unknown = (network: string, transaction = ''): Settlement => ({
  state: 'unknown',
  reason: 'settlement_pending: do not sign again; present the same payment later',
  headers: [receipt({ success: false, errorReason: 'settlement_pending', transaction, network })],
})

function receipt(response: Readonly<Record<string, unknown>>): HeaderPair {
  return ['payment-response', encodePaymentResponseHeader(response as unknown as SettleResponse)]
}

const refused = (reason: string): Fault => new Fault('payment_refused', `x402: ${reason}`)

const unreachable = (cause: unknown): Fault =>
  new Fault(
    'upstream_unreachable',
    'The payment cannot be checked right now; nothing was charged. Try again.',
    {
      retryAfterSeconds: 5,
      cause,
    },
  )

/**
 * A facilitator's reason where it is a plain code; its prose may hold anything and goes no further.
 */
function codeFrom(reason: string | undefined): string {
  return reason && /^[a-z0-9_]{1,100}$/.test(reason) ? reason : 'payment_invalid'
}
