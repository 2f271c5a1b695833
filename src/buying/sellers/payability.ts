import { setTimeout as pause } from 'node:timers/promises'
import { canonicalId } from '../../outside/chains/networks.ts'
import type { CallContext, Capability, Host } from '../../base/core/capability.ts'
import { badInput, Fault } from '../../base/core/fault.ts'
import { dollarsOf, type Usd } from '../../base/core/money.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { offerOf } from '../../engines/payment-wires/offer.ts'
import { readUnpaid } from '../../engines/payment-wires/unpaid.ts'
import type { Answer } from '../../outside/net/request.ts'
import { PURSE, type Purse } from '../purse/purse.ts'
import { receiptIn } from '../purse/quote.ts'
import type { SpendRow } from '../../stores/purse-rows.ts'
import { acceptOf } from './accepts.ts'
import { domainFinding } from './domain-names.ts'
import { isTemplate } from './listing.ts'

export interface Trial {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly body: JsonObject
  readonly most: Usd
  readonly network?: string | undefined
}

/** Tries to buy from a seller as the router would, and says what was found at each step. */
export interface Payability {
  try(trial: Trial): Promise<Findings>
}

export type Findings = Awaited<ReturnType<ReturnType<typeof createPayability>['try']>>

const PAID_MS = 30_000
const LOOKS = 4
const LOOK_MS = 2_000
const BODY_SHOWN = 400
const ANSWER_SHOWN = 2_000
const ACCEPTS_SHOWN = 32

export const payability: Capability<Payability> = {
  name: 'payability',
  settings: [],
  live: true,
  texts: 'public',
  open: (host) => (call) => createPayability(host, call),
}

interface TimedAnswer {
  readonly answer: Answer
  readonly ms: number
}

function createPayability(host: Host, call: CallContext) {
  const purse = host.part?.(PURSE)
  if (!purse) throw new Fault('not_configured', 'The purse is not open here.')

  const { books } = purse

  async function bought({ url, method, body, most, network }: Trial) {
    const heard: { unpaid?: TimedAnswer; paid?: TimedAnswer } = {}
    const order = {
      id: `${call.id}.trial`,
      callId: call.id,
      payer: call.payer.wallet ?? call.sender?.payer ?? null,
      spending: call.spending,
      isNamedByPayer: true,
      origin: new URL(url).origin,
      url,
      method,
      params: body,
      most,
      chains: chainsOn(purse!, network),
      payTos: () => [],
      expects: [],
      timeoutMs: PAID_MS,
      onAnswer: (when: 'unpaid' | 'paid', answer: Answer, ms: number) => {
        heard[when] = { answer, ms }
      },
    }
    try {
      const end = await purse!.buy(order)
      return { heard, why: end.kind === 'passed' ? end.why : null, id: order.id }
    } catch (thrown) {
      // What is wrong with this service is no finding about the seller, and is not charged.
      if (!(thrown instanceof Fault) || OURS.has(thrown.code)) throw thrown
      return { heard, why: thrown.message, id: order.id }
    }
  }

  /** A settlement may need a block or two, and the seller has been answered for already. */
  async function spendOf(id: string): Promise<SpendRow | null> {
    for (let looks = 1; ; looks += 1) {
      const spend = await books.spend(id)
      if (spend?.moved !== null || spend.delivered !== 1 || looks === LOOKS) return spend
      await pause(LOOK_MS, undefined, { signal: call.signal })
    }
  }

  return {
    async try(trial: Trial) {
      const { url, method } = trial
      assertCallable(trial, purse)
      const checkedAt = host.now()
      const { heard, why, id } = await bought(trial)
      const { unpaid, paid } = heard
      const read = unpaid && readUnpaid(unpaid.answer, checkedAt)
      const spend = await spendOf(id)
      if (read?.quote && purse.chains.length === 0)
        throw new Fault('not_configured', 'This service has no wallet that could pay.')
      const accepts = (read?.offers ?? []).flatMap((raw) => acceptOf(raw) ?? [])
      const domainFindings = accepts.flatMap((accept) => domainFinding(accept) ?? [])
      const payment = paymentOf(spend, paid, why)
      const payable = payment.accepted === true && (payment.settled ?? spend?.delivered === 1)
      const facts = { unpaid: unpaid?.answer.status ?? null, read, domainFindings, payment, why }
      return {
        url,
        method,
        checkedIso: new Date(checkedAt).toISOString(),
        payable,
        unpaid: unpaid
          ? {
              status: unpaid.answer.status,
              contentType: unpaid.answer.headers.get('content-type')?.slice(0, 200) ?? null,
              ms: unpaid.ms,
              bodySlice: sliceOf(unpaid.answer, BODY_SHOWN),
              error: null,
            }
          : { status: null, contentType: null, ms: null, bodySlice: '', error: why },
        challenge: {
          readable: read?.quote !== undefined && read.quote !== null,
          transport: transportOf(unpaid, read?.quote ?? null),
          x402Version: read?.version ?? null,
          accepts: (read?.offers ?? []).filter(isObject).slice(0, ACCEPTS_SHOWN).map(offerTold),
          mppOffers: (read?.mpp ?? []).map(({ method: way, intent, chain, amountBase }) => ({
            method: way,
            intent,
            chain,
            amountBase,
          })),
          problems: (read?.problems ?? []).slice(0, 50),
        },
        domainFindings,
        payment,
        responseSlice: paid ? sliceOf(paid.answer, ANSWER_SHOWN) : '',
        timings: {
          unpaidMs: unpaid?.ms ?? null,
          paidMs: paid?.ms ?? null,
          totalMs: host.now() - checkedAt,
        },
        flags: flagsOf(facts),
      }
    },
  }
}

/** Faults that say something about this service. */
const OURS: ReadonlySet<string> = new Set([
  'rate_limited',
  'overloaded',
  'not_configured',
  'caller_gone',
  'internal',
])

function assertCallable({ url }: Trial, purse: Purse): void {
  const { protocol, origin } = new URL(url)
  if (protocol !== 'https:' && !purse.isNamed(origin))
    throw badInput('url: must begin with https://, so that nobody between can change what is asked')
  if (isTemplate(url))
    throw badInput('url: holds a placeholder such as {id}; fill it in, so that it can be called')
}

const chainsOn = (purse: Purse, network: string | undefined) =>
  purse.chains.filter(
    (chain) => network === undefined || canonicalId(network) === canonicalId(purse.networks[chain]),
  )

const sliceOf = ({ bytes }: Answer, most: number): string =>
  bytes
    .subarray(0, 4 * most)
    .toString('utf8')
    .slice(0, most)
    .toWellFormed()

function transportOf(unpaid: TimedAnswer | undefined, quote: JsonObject | null) {
  if (!unpaid || quote === null) return null
  return unpaid.answer.headers.has('payment-required') ? ('header' as const) : ('body' as const)
}

function offerTold(raw: JsonObject) {
  const { scheme, network, chain, asset, symbol, amountBase, amount, payTo } = offerOf(raw)
  return { scheme, network, chain, asset, symbol, amountBase, amount, payTo }
}

function paymentOf(spend: SpendRow | null, paid: TimedAnswer | undefined, why: string | null) {
  const receipt = paid ? receiptIn(paid.answer.headers) : null
  const status = paid?.answer.status ?? null
  return {
    attempted: spend !== null,
    reason: why,
    status,
    accepted: spend === null || status === null ? null : status >= 200 && status < 300,
    settled: spend === null || spend.moved === null ? null : spend.moved === 1,
    receipt: receipt && { success: receipt.success, transaction: receipt.tx },
    onchain: spend && { authorizationUsed: spend.moved === null ? null : spend.moved === 1 },
    network: spend?.chain ?? null,
    payTo: spend?.payTo ?? null,
    signedUsd: spend ? dollarsOf(spend.amount) : 0,
    ms: paid?.ms ?? null,
  }
}

interface Facts {
  readonly unpaid: number | null
  readonly read: ReturnType<typeof readUnpaid> | undefined
  readonly domainFindings: readonly { readonly verdict: string }[]
  readonly payment: ReturnType<typeof paymentOf>
  readonly why: string | null
}

/** Sentences on what was found; each is true by itself. */
function flagsOf({ unpaid, read, domainFindings, payment, why }: Facts): string[] {
  const { attempted, accepted, settled, receipt, signedUsd } = payment
  const said = [
    unpaid === null && `It did not answer: ${why ?? ''}`,
    unpaid !== null && unpaid !== 402 && `Unpaid, it answers ${unpaid} and not 402.`,
    unpaid === 402 && !read?.quote && 'Its 402 holds no x402 quote that can be read.',
    domainFindings.some(({ verdict }) => verdict === 'mismatch') &&
      'It names a token otherwise than the chain does: a signature for that offer would fail.',
    unpaid === 402 && !attempted && `It was not paid: ${why ?? ''}.`,
    attempted && accepted === false && `It was sent $${signedUsd} and answered an error.`,
    attempted && accepted === null && `It was sent $${signedUsd} and did not answer.`,
    accepted === false && settled === true && 'It took the money all the same.',
    accepted === true && why !== null && `It was paid, and its answer cannot be used: ${why}`,
    accepted === true && settled === false && 'It delivered, and did not take the money.',
    accepted === true && settled === null && 'It delivered; the chain shows no payment yet.',
    receipt !== null &&
      receipt.success &&
      settled === false &&
      'Its receipt names a settlement that the chain does not show.',
    attempted && receipt === null && 'It sent no receipt.',
  ]
  return said.filter((sentence) => typeof sentence === 'string')
}
