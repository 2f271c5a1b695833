import type { PaymentPayload, PaymentRequirements, SettleResponse } from '@x402/core/types'
import { Fault } from '../../../base/core/fault.ts'
import { HOUR_MS, DAY_MS } from '../../../base/core/milliseconds.ts'
import type { Wallet } from '../../../base/core/payment.ts'
import type { Authorization, Credential, Quote, Rail, RailGuide, Settlement } from '../rail.ts'
import { StoredPayment, type SentPayment } from './facilitator.ts'
import { echoes, extensionsOf, isMadeFor, paymentIdOf } from './extensions.ts'
import { networkOf } from '../../../outside/chains/networks.ts'
import { codeFrom, settlementOf, unknown } from './outcome.ts'
import { offerTaken, readPayload, type ReadPayload } from './payload.ts'
import { assertPays, assertPermits, x402Fault } from './transfer-checks.ts'
import { createOffers, type OfferOptions } from './offers.ts'
import { amountOn, paymentRequired, takes } from './requirements.ts'
import { isSignedByPayer } from './signer.ts'
import { assertOutlives, answerDeadline } from './windows.ts'
import { headerParameter, RESUME } from '../header-parameters.ts'
import { isChannelPayment } from '../channels/payload.ts'
import { sentIn } from './sent-payload.ts'

export const X402_GUIDE: RailGuide = {
  how: () =>
    'x402: the 402 carries its offers in the header `PAYMENT-REQUIRED` (base64 JSON, mirrored in the body). Sign one of `accepts` as its network has it (on EVM chains an EIP-3009 `transferWithAuthorization`), and send the same request again with `PAYMENT-SIGNATURE`.',
  parameters: {
    PaymentSignature: headerParameter(
      'PAYMENT-SIGNATURE',
      'A signed x402 payment, as base64 JSON.',
    ),
    ...RESUME,
  },
}

export interface X402Options extends OfferOptions {
  now(): number
  /** Receives what a facilitator said, for the log only. */
  onTrouble(what: string, cause: unknown): void
}

const REMEMBER_MS = DAY_MS
const OF_ANOTHER_TOOL = 'resource_mismatch: the payment names another tool'
/**
 * The longest life of a payment that does not say when it ends: a blockhash of Solana lasts two
 * minutes, the widest window of Algorand fifty.
 */
const LONGEST_MS = HOUR_MS

/**
 * x402 version 2, schemes `exact` and `upto`: verified before the tool runs, settled after it has
 * answered.
 */
export function createX402Rail(options: X402Options): Rail<ReadPayload | null, Good, SentPayment> {
  const { merchant, facilitators, now, onTrouble } = options
  const { offersFor, challenge } = createOffers(options)

  function inspect({ data: read }: Credential<ReadPayload | null>, quote: Quote): Good {
    if (!read) {
      const detail = 'x402: the payment payload cannot be read; x402 version 2 is expected'
      throw new Fault('payment_refused', detail, { problem: 'malformed-credential' })
    }
    const offer = offerTaken(read, offersFor(quote))
    if (!offer) throw x402Fault('no matching payment requirements')
    if (!isMadeFor(read.payload, quote.tool)) throw x402Fault(OF_ANOTHER_TOOL)
    if (!echoes(read.payload, quote.tool)) throw x402Fault('extension_echo_mismatch')
    const { eip3009, permit2, validBefore } = read
    if (eip3009) assertPays(eip3009, offer, now())
    if (permit2) assertPermits(permit2, offer, now())
    if (validBefore !== null) assertOutlives(quote.tool, validBefore, now())
    return { read, offer }
  }

  async function isSigned({ data: read }: Credential<ReadPayload | null>): Promise<boolean> {
    if (!read) return false
    return isSignedByPayer(read, facilitators).catch((thrown: unknown) => {
      onTrouble('asking a wallet', thrown)
      throw unreachable(thrown)
    })
  }

  async function verify(
    credential: Credential<ReadPayload | null>,
    quote: Quote,
    { read, offer: requirements }: Good,
  ): Promise<Authorization<SentPayment>> {
    const { network } = requirements
    const by = facilitators.of(network)
    const isBound = by.lists && quote.tool.spec.identity === 'wallet'
    if (isBound && !(await isSigned(credential))) throw x402Fault(NOT_OF_THE_WALLET)
    const payload = by.lists ? listed(read.payload, quote, requirements) : bare(read.payload)
    const endsAt = read.validBefore ? null : await facilitators.endsAt(network, payload)
    const answerBy = answerDeadline(endsAt, quote.tool, now())
    const verdict = await by.verify(payload, requirements).catch((thrown: unknown) => {
      onTrouble('verify', thrown)
      throw unreachable(thrown)
    })
    if (!verdict.isValid) throw x402Fault(codeFrom(verdict.invalidReason))
    const wallet = read.from ?? verdict.payer ?? null
    return {
      rail: 'x402',
      payer: { rail: 'x402', wallet: wallet as Wallet | null },
      amount: quote.amount,
      proof: credential.proof,
      data: { payload, requirements, sender: by.sender },
      validUntil: read.validBefore ? Number(read.validBefore) * 1000 : now() + LONGEST_MS,
      ...(answerBy === undefined ? {} : { answerBy }),
    }
  }

  /** What a facilitator needs in order to list the tool in its index, whatever the payer echoed. */
  function listed(
    payload: PaymentPayload,
    quote: Quote,
    requirements: PaymentRequirements,
  ): PaymentPayload {
    const { resource } = paymentRequired(quote, [requirements], merchant, '')
    const { bazaar } = extensionsOf(quote.tool, 'whole')
    return { ...payload, resource, extensions: { ...payload.extensions, bazaar } }
  }

  /** A settlement by an answer, with whether its block is to be looked at again. */
  function watched(answer: SettleResponse, requirements: PaymentRequirements): Settlement {
    const settlement = settlementOf(answer, requirements)
    const mayRevert = facilitators.of(requirements.network).stands !== undefined
    return settlement.state === 'settled' && settlement.reference !== null
      ? { ...settlement, mayRevert }
      : settlement
  }

  /** Hosts of facilitators, or this service itself. */
  function settlersOf(id: string): readonly string[] {
    const status = facilitators.statuses().find(({ network }) => network === id)
    return status && status.facilitators.length > 0 ? status.facilitators : ['self']
  }

  async function settle({ data }: HeldPayment, how: 'settle' | 'retry'): Promise<Settlement> {
    const { payload, requirements } = data
    try {
      const by = facilitators.of(requirements.network)
      if (isNothing(requirements)) by.release(payload)
      const answer = isNothing(requirements)
        ? { success: true, transaction: '', network: requirements.network }
        : await by[how](payload, requirements)
      return watched({ ...answer, payer: payerOf(payload) ?? answer.payer ?? '' }, requirements)
    } catch (thrown) {
      onTrouble(how, thrown)
      return unknown(requirements)
    }
  }

  async function trace({ data }: HeldPayment): Promise<Settlement> {
    const { payload, requirements } = data
    const { network } = requirements
    if (isNothing(requirements)) return settle({ data }, 'settle')
    try {
      const traced = await facilitators.of(network).trace(data)
      if (traced.state === 'dead') return { state: 'refused', reason: traced.reason }
      if (traced.state === 'unknown') return unknown(requirements)
      const { transaction } = traced
      const payer = payerOf(payload) ?? ''
      return watched({ success: true, transaction, payer, network }, requirements)
    } catch (thrown) {
      onTrouble('trace', thrown)
      return unknown(requirements)
    }
  }

  return {
    id: 'x402',
    paymentHeaders: ['payment-signature', 'x-payment', 'x-resume-token'],
    outside: true,
    announces: true,
    accepts: (tool) => options.networks.some((network) => takes(network, tool, merchant)),
    challenge,
    claim(request) {
      const sent = sentIn(request)
      if (sent === undefined || isChannelPayment(sent)) return null
      const read = readPayload(sent)
      const validBefore = Number(read?.validBefore ?? 0) * 1000
      return {
        rail: 'x402',
        payer: `${read?.network} ${read?.from ?? read?.proof}`,
        ...(read?.from && { wallet: read.from }),
        proof: read?.proof ?? null,
        proofUntil: Math.min(Math.max(validBefore, now()), now() + 30 * REMEMBER_MS) + REMEMBER_MS,
        data: read,
        formerSecret: request.header('payment-signature') ?? request.header('x-payment'),
        chosenKey: read ? paymentIdOf(read.payload) : undefined,
      }
    },
    inspect,
    isSigned,
    verify,
    held: StoredPayment,
    reduce(authorization, amount) {
      const { requirements } = authorization.data
      if (requirements.scheme !== 'upto') return authorization
      const less = amountOn(networkOf(requirements.network), amount)
      const lower = { ...requirements, amount: less }
      const data: SentPayment = { ...authorization.data, requirements: lower }
      return { ...authorization, amount, data }
    },
    settle: (authorization) => settle(authorization, 'settle'),
    retry: (authorization) => settle(authorization, 'retry'),
    async release({ data }) {
      const { payload, requirements } = data
      facilitators.of(requirements.network).release(payload)
    },
    trace,
    async stands({ data: { requirements } }, reference) {
      const by = facilitators.of(requirements.network)
      return (await by.stands?.(reference).catch(() => null)) ?? null
    },
    settledBefore({ data: { payload, requirements } }) {
      const { network, scheme } = requirements
      const payer = payerOf(payload)
      if (scheme !== 'exact' || payer === undefined) return null
      const by = (transaction: string): Settlement =>
        settlementOf({ success: true, transaction, payer, network }, requirements)
      return { network, by }
    },
    guide: X402_GUIDE,
    describe: () =>
      options.networks.length === 0
        ? null
        : {
            version: 2,
            scheme: 'exact',
            networks: options.networks.map(({ id, name, asset }) => ({
              network: id,
              name,
              asset,
              settledBy: settlersOf(id),
            })),
            payTo: merchant.payTo,
            header: 'PAYMENT-SIGNATURE',
          },
  }
}

const NOT_OF_THE_WALLET =
  'this tool belongs to a wallet; sign a transfer with the key of the wallet itself'

/** A payment that fits an offer. */
interface Good {
  readonly read: ReadPayload
  readonly offer: PaymentRequirements
}

type HeldPayment = Pick<Authorization<SentPayment>, 'data'>

/** The signed part. The rest echoes the 402, and may be long. */
const bare = ({ x402Version, payload, accepted }: PaymentPayload): PaymentPayload => ({
  x402Version,
  payload,
  accepted,
})

/** A call that has cost nothing needs no settlement. */
const isNothing = ({ scheme, amount }: PaymentRequirements): boolean =>
  scheme === 'upto' && amount === '0'

/** The payer of an EVM payment; undefined on other networks. */
function payerOf({ payload }: PaymentPayload): string | undefined {
  const { authorization, permit2Authorization } = payload as Partial<Record<string, From>>
  return (authorization ?? permit2Authorization)?.from
}

interface From {
  readonly from?: string
}

const unreachable = (cause: unknown): Fault =>
  new Fault(
    'upstream_unreachable',
    'The payment cannot be checked right now; nothing was charged. Try again.',
    {
      retryAfterSeconds: 5,
      cause,
    },
  )
