import { Fault } from '../../base/core/fault.ts'
import { partKey } from '../../base/core/parts.ts'
import { usdOf, type Usd } from '../../base/core/money.ts'
import { beginExpense, NO_EXPENSE, type Expense } from '../../base/core/spending.ts'
import { registeredDomain } from '../../base/lib/registered-domain.ts'
import type { Answer, Client } from '../../outside/net/request.ts'
import type { PurseStore } from '../../stores/purse.ts'
import type { Caps, Spend, SpendRow } from '../../stores/purse-rows.ts'
import { costOf, unitsOf, usdOfUnits } from './amounts.ts'
import { answerIn } from './seller-answer.ts'
import {
  canonicalWallet,
  SPEND_CHAINS,
  type Header,
  type SpendChain,
  type SpendWallet,
  type Terms,
} from './chains.ts'
import { whyUnpaid } from './delivery-record.ts'
import { createPaymentResults, type PaymentResults } from './payment-results.ts'
import { keyOf, methodsOf, requestOf, type PurchaseOrder } from './order.ts'
import { chooseTerms, offersIn, receiptIn, type Rules } from './quote.ts'
import { broken, capped, failedWith, REFUSALS, undelivered, type FaultOf } from './refusals.ts'

export interface Bought {
  readonly kind: 'bought'
  readonly answer: unknown
  readonly status: number
  /** The signed amount; 0 if the seller asked for no payment. */
  readonly paid: Usd
  readonly chain: SpendChain | null
  readonly network: string | null
  /** The protocol by which it was paid. */
  readonly wire: SpendWallet['wire'] | null
  readonly payTo: string | null
  /** The transaction that the seller names. */
  readonly tx: string | null
  /** Whether the chain shows the payment; null if that is not known yet. */
  readonly moved: boolean | null
  readonly ms: number
}

/** Nothing was signed, so another seller may be tried. */
export interface Passed {
  readonly kind: 'passed'
  readonly why: string
}

export interface Purse extends Pick<PaymentResults, 'reconcile'> {
  readonly chains: readonly SpendChain[]
  /** CAIP-2 ids: those of the real chains, unless it spends on a test chain. */
  readonly networks: Readonly<Record<SpendChain, string>>
  walletOn(chain: SpendChain): SpendWallet | undefined
  /** Earlier purchases, for code that buys through the purse. */
  readonly books: PurseBooks
  /** Whether the operator names this seller, which may then be in a private network. */
  isNamed(origin: string): boolean
  buy(order: PurchaseOrder): Promise<Bought | Passed>
}

/** The fields of a purchase that are read. */
export type PurseBooks = Pick<PurseStore, 'spend' | 'spentFor' | 'endings' | 'sums' | 'unpaid'>

/** The purse of this instance. */
export const PURSE = partKey<Purse>('purse')

export interface PurseParts {
  readonly wallets: readonly SpendWallet[]
  readonly caps: Caps
  readonly store: PurseStore
  /** The client for requests to an origin. */
  clientOf(origin: string): Client
  /** Whether the operator names it. */
  isNamed?(origin: string): boolean
  /** Whether several sellers claim a wallet, which then proves nothing about any of them. */
  isShared?(wallet: string): boolean
  /** Called when the record of a seller was worse than was known. */
  onRefused?(): Promise<void>
  /** Addresses of this service, which it never pays. */
  readonly own: readonly string[]
  now(): number
  onTrouble(what: string, cause: unknown): void
}

const PAYMENT_REQUIRED = 402
const UNPAID_MS = 10_000
const RESEND_SPARE_MS = 2_000
const KEPT_CHARACTERS_MAX = 512 * 1024

/**
 * Buys from other sellers. A payment is signed once for one purchase and stored before it is sent.
 * Its result is read from the chain; the seller's word is not trusted.
 */
export function createPurse(parts: PurseParts): Purse {
  const { wallets, caps, store, clientOf, own, now } = parts
  const { isShared = () => false, onRefused = async () => {} } = parts
  const { look, reconcile } = createPaymentResults(parts)

  const rulesOf = (wallet: SpendWallet, { most, payTos }: PurchaseOrder): Rules => ({
    wallet,
    unitsMax: unitsOf(most, wallet),
    payTos: payTos(wallet.chain),
    own: [...own, wallet.address],
  })

  async function buy(order: PurchaseOrder): Promise<Bought | Passed> {
    const known = await store.spend(order.id)
    if (known) return again(order, known)
    const usable = wallets.filter(({ chain }) => order.chains.includes(chain))
    const asked = await ask(order)
    if ('why' in asked) return asked
    const { answer, method, ms } = asked
    if (answer.status === 200) return free(order, answer, ms)
    if (answer.status !== 402) return passed(`it answers ${answer.status} where 402 was expected`)
    const offers = offersIn(answer)
    if (!offers) return passed('its 402 cannot be read')
    const rules = usable.map((wallet) => rulesOf(wallet, order))
    const chosen = chooseTerms(offers, rules)
    if ('refusal' in chosen) return passed(REFUSALS[chosen.refusal])
    const { terms, wallet } = chosen
    if (!(await isTrusted(order, terms, wallet)))
      return passed('the wallet that it names has too short a history for that price')
    if ((await wallet.balance()) < terms.units)
      throw new Fault('overloaded', `The purse on ${wallet.chain} holds less than the price.`)
    const { payload, nonce, expires, fee = 0n } = await wallet.sign(terms, now())
    const header = terms.offer.header(payload)
    const spend: Spend = {
      ...order,
      domain: registeredDomain(new URL(order.url).hostname),
      chain: wallet.chain,
      payTo: canonicalWallet(terms.payTo),
      amount: usdOfUnits(terms.units, wallet),
      fee: usdOfUnits(fee, wallet),
      nonce,
      expires,
      payment: JSON.stringify({ header, method } satisfies Payment),
    }
    const expense = await beginExpense(order, `purse on ${wallet.chain}`, costOf(spend))
    const reserved = await reserve(spend)
    if (reserved.kind !== 'new') expense.costs(usdOf(0))
    if (reserved.kind === 'capped') throw capped(reserved.cap, reserved.left)
    if (reserved.kind === 'refused') await onRefused()
    if (reserved.kind === 'refused') return passed(reserved.why)
    // Another process has begun the same purchase meanwhile: the payment that was signed here is
    // discarded.
    if (reserved.kind === 'known') return again(order, reserved.spend)
    return send(order, spend, expense)
  }

  /** The record of the seller is read in the transaction that reserves the money. */
  async function reserve(spend: Spend) {
    const { origin, payTo } = spend
    const seller = { origin, wallets: isShared(payTo) ? [] : [payTo] }
    return store.reserve(spend, caps, now(), (payments) => whyUnpaid(payments, seller, now()))
  }

  /** Sends the request unpaid, to get the price. */
  async function ask(order: PurchaseOrder) {
    const began = now()
    let last: Passed = passed('it cannot be asked')
    for (const method of methodsOf(order)) {
      try {
        const request = requestOf(order, method)
        const answer = await clientOf(new URL(request.url).origin).request(request.url, {
          ...request.options,
          timeoutMs: UNPAID_MS,
        })
        order.onAnswer?.('unpaid', answer, now() - began)
        if (answer.status === 402 || answer.status === 200)
          return { answer, method, ms: now() - began }
        last = passed(`it answers ${answer.status} where 402 was expected`)
      } catch (thrown) {
        if (!(thrown instanceof Fault)) throw thrown
        last = passed(thrown.message)
      }
    }
    return last
  }

  /** Sends the stored payment unchanged. */
  async function send(
    order: PurchaseOrder,
    spend: Spend,
    expense: Expense = NO_EXPENSE,
  ): Promise<Bought> {
    const { header, method } = JSON.parse(spend.payment) as Payment
    const request = requestOf(order, method)
    const began = now()
    /** What a seller has refused is at risk in the books of the purse only, until it expires. */
    async function looked(isRefused = false): Promise<boolean | null> {
      const moved = await look(spend)
      if (moved === false || (isRefused && moved === null)) expense.costs(spend.fee ?? usdOf(0))
      return moved
    }
    async function failed(
      status: number | null,
      tx: string | null,
      faultOf: FaultOf,
    ): Promise<never> {
      const ms = now() - began
      await store.delivered(spend.id, { delivered: 0, status, ms, tx, answer: null })
      throw faultOf(await looked(status === PAYMENT_REQUIRED))
    }
    const answer = await clientOf(new URL(request.url).origin)
      .request(request.url, {
        ...request.options,
        headers: {
          ...request.options.headers,
          [header[0]]: header[1],
          'idempotency-key': keyOf(spend.id),
        },
        timeoutMs: order.timeoutMs,
      })
      .catch(async (thrown: unknown) => failed(null, null, () => undelivered(thrown)))
    order.onAnswer?.('paid', answer, now() - began)
    const { status, headers, bytes } = answer
    const tx = receiptIn(headers)?.tx ?? null
    if (status < 200 || status > 299)
      return failed(status, tx, (moved) => failedWith(status, moved))
    const told = answerIn(bytes, order.expects)
    if ('problem' in told) return failed(status, tx, () => broken(told.problem))
    const text = bytes.toString('utf8')
    const kept = text.length <= KEPT_CHARACTERS_MAX ? text : null
    const ms = now() - began
    await store.delivered(spend.id, { delivered: 1, status, ms, tx, answer: kept })
    const moved = await looked()
    return boughtOf(spend, { answer: told.answer, status, tx, moved, ms })
  }

  /** Continues a purchase that this or another process began before. */
  async function again(order: PurchaseOrder, known: SpendRow): Promise<Bought> {
    if (known.delivered === 1 && known.answer !== null) {
      const { status, tx, ms, moved } = known
      const told = {
        answer: JSON.parse(known.answer) as unknown,
        status: status ?? 200,
        tx,
        moved: moved === null ? null : moved === 1,
        ms: ms ?? 0,
      }
      return boughtOf(known, told)
    }
    if (known.delivered === null && (await mayBeAnswered(known))) return send(order, known)
    throw broken('it was paid before for this call, and has not answered')
  }

  /** A payment that has moved cannot move again, so sending it may still bring its answer. */
  const mayBeAnswered = async (known: SpendRow): Promise<boolean> =>
    known.moved === 1 || now() < known.expires - RESEND_SPARE_MS || (await look(known)) === true

  const boughtOf = (
    { amount, chain, payTo }: Spend,
    rest: Pick<Bought, 'answer' | 'status' | 'tx' | 'moved' | 'ms'>,
  ): Bought => {
    const wallet = wallets.find((each) => each.chain === chain)
    const { network = null, wire = null } = wallet ?? {}
    const on = { chain: chain as SpendChain, network, wire, payTo }
    return { kind: 'bought', paid: amount, ...on, ...rest }
  }

  return {
    chains: wallets.map(({ chain }) => chain),
    networks: {
      ...SPEND_CHAINS,
      ...Object.fromEntries(wallets.map(({ chain, network }) => [chain, network])),
    },
    isNamed: (origin) => parts.isNamed?.(origin) ?? false,
    walletOn: (chain) => wallets.find((wallet) => wallet.chain === chain),
    books: store,
    buy,
    reconcile,
  }
}

/** A wallet that was not checked before is checked now, unless the amount is small. */
async function isTrusted(
  { unlooked }: PurchaseOrder,
  { payTo, units }: Terms,
  wallet: SpendWallet,
): Promise<boolean> {
  const isLookedAt = unlooked === undefined || !unlooked.chains.includes(wallet.chain)
  if (isLookedAt || units <= unitsOf(unlooked.most, wallet)) return true
  return (await wallet.hasHistory?.(payTo, unlooked.least)) === true
}

/** What is kept of a payment: all that sending it again needs. */
interface Payment {
  readonly header: Header
  readonly method: 'GET' | 'POST'
}

/** A seller that asks for nothing is paid nothing. */
function free(order: PurchaseOrder, { bytes, status }: Answer, ms: number): Bought | Passed {
  const told = answerIn(bytes, order.expects)
  if ('problem' in told) return passed(told.problem)
  const nothing = { chain: null, network: null, wire: null, payTo: null, tx: null, moved: false }
  return { kind: 'bought', answer: told.answer, status, paid: usdOf(0), ...nothing, ms }
}

const passed = (why: string): Passed => ({ kind: 'passed', why })
