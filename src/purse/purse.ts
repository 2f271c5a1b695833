import { createHash } from 'node:crypto'
import { Fault } from '../core/fault.ts'
import { partKey } from '../core/parts.ts'
import { dollarsOf, formatUsd, usdOf, type Usd } from '../core/money.ts'
import type { Answer, Client } from '../net/request.ts'
import type { Caps, CapName, PurseStore, Spend, SpendRow } from '../stores/purse.ts'
import { answerIn, ANSWER_BYTES_MAX } from './answer.ts'
import { SPEND_CHAINS, type SpendChain, type SpendWallet } from './chains.ts'
import { chooseTerms, paymentHeader, quoteIn, receiptIn, REFUSALS, type Rules } from './quote.ts'

/** One purchase from another seller. */
export interface Order {
  /** The same for every try of one purchase: it is paid once. */
  readonly id: string
  readonly callId: string
  /** The wallet of the buyer for whom it is made. */
  readonly payer: string | null
  readonly origin: string
  readonly url: string
  /** Null where nobody knows: GET is tried, then POST. */
  readonly method: 'GET' | 'POST' | null
  readonly params: Readonly<Record<string, unknown>>
  /** The most that may be paid. */
  readonly most: Usd
  /** Chains to pay on, of those that have a wallet. */
  readonly chains: readonly SpendChain[]
  /** Wallets that the seller is known by. */
  payTos(chain: SpendChain): readonly string[]
  /** Fields that a good answer has. */
  readonly expects: readonly string[]
  /** How long the paid answer may take. */
  readonly timeoutMs: number
}

export interface Bought {
  readonly kind: 'bought'
  readonly answer: unknown
  readonly status: number
  /** What was signed; 0 where the seller asked for nothing. */
  readonly paid: Usd
  readonly chain: SpendChain | null
  readonly network: string | null
  readonly payTo: string | null
  /** As the seller says. */
  readonly tx: string | null
  /** What the chain says so far; null: nothing yet. */
  readonly moved: boolean | null
  readonly ms: number
}

/** Nothing was signed, so that another seller may be tried. */
export interface Passed {
  readonly kind: 'passed'
  readonly why: string
}

export interface Purse {
  readonly chains: readonly SpendChain[]
  /** CAIP-2 ids: those of the real chains, unless it spends on a test chain. */
  readonly networks: Readonly<Record<SpendChain, string>>
  walletOn(chain: SpendChain): SpendWallet | undefined
  buy(order: Order): Promise<Bought | Passed>
  /** Asks the chains what became of payments that nothing is known of. */
  reconcile(signal: AbortSignal): Promise<void>
}

/** The purse of this instance. */
export const PURSE = partKey<Purse>('purse')

export interface PurseParts {
  readonly wallets: readonly SpendWallet[]
  readonly caps: Caps
  readonly store: PurseStore
  /** Who is asked for the goods of an origin. */
  clientOf(origin: string): Client
  /** Addresses of this service, which it never pays. */
  readonly own: readonly string[]
  /** What tokens of a network are signed under. */
  domainOf(network: string): Rules['domain']
  now(): number
  onTrouble(what: string, cause: unknown): void
}

const UNPAID_MS = 10_000
const RESEND_SPARE_MS = 2_000
const LOOK_EVERY_MS = 15_000
/** What no chain has said anything about by then is looked at rarely. */
const LOOK_SELDOM_MS = 3_600_000
const LOOKS_PER_BEAT = 50
const KEEP_ANSWERS_MS = 86_400_000
const KEPT_CHARACTERS_MAX = 512 * 1024
const UNITS_PER_USD = 6

/**
 * Buys from other sellers. A payment is signed once for one purchase and written down before it
 * leaves; what became of its money is asked of the chain, and never believed of the seller.
 */
export function createPurse(parts: PurseParts): Purse {
  const { wallets, caps, store, clientOf, own, domainOf, now, onTrouble } = parts

  const rulesOf = (wallet: SpendWallet, { most, payTos }: Order): Rules => ({
    wallet,
    unitsMax: unitsOf(most, wallet),
    payTos: payTos(wallet.chain),
    own: [...own, wallet.address],
    domain: domainOf(wallet.network),
  })

  async function buy(order: Order): Promise<Bought | Passed> {
    const known = await store.spend(order.id)
    if (known) return again(order, known)
    const usable = wallets.filter(({ chain }) => order.chains.includes(chain))
    const asked = await ask(order)
    if ('why' in asked) return asked
    const { answer, method, ms } = asked
    if (answer.status === 200) return free(order, answer, ms)
    if (answer.status !== 402) return passed(`it answers ${answer.status} where 402 was expected`)
    const quote = quoteIn(answer)
    if (!quote) return passed('its 402 cannot be read')
    const rules = usable.map((wallet) => rulesOf(wallet, order))
    const chosen = chooseTerms(quote, rules)
    if ('refusal' in chosen) return passed(REFUSALS[chosen.refusal])
    const { terms, wallet } = chosen
    if ((await wallet.balance()) < terms.units)
      throw new Fault('overloaded', `The purse on ${wallet.chain} holds less than the price.`)
    const { payload, nonce, expires } = await wallet.sign(terms, now())
    const header = paymentHeader(quote, terms, payload)
    const spend: Spend = {
      ...order,
      chain: wallet.chain,
      payTo: terms.payTo,
      amount: usdOfUnits(terms.units, wallet),
      nonce,
      expires,
      payment: JSON.stringify({ header, method } satisfies Payment),
    }
    const reserved = await store.reserve(spend, caps, now())
    if (reserved.kind === 'capped') throw capped(reserved.cap, reserved.left)
    // Somebody else has begun the same purchase meanwhile: what was signed here is thrown away.
    if (reserved.kind === 'known') return again(order, reserved.spend)
    return send(order, spend)
  }

  /** The price, unpaid. */
  async function ask(order: Order) {
    const methods = order.method === null ? (['GET', 'POST'] as const) : [order.method]
    const began = now()
    let last: Passed = passed('it cannot be asked')
    for (const method of methods) {
      try {
        const request = requestOf(order, method)
        const answer = await clientOf(new URL(request.url).origin).request(request.url, {
          ...request.options,
          timeoutMs: UNPAID_MS,
        })
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

  /** Sends what is written down, as it is written down. */
  async function send(order: Order, spend: Spend): Promise<Bought> {
    const { header, method } = JSON.parse(spend.payment) as Payment
    const request = requestOf(order, method)
    const began = now()
    const failed = async (status: number | null, tx: string | null, fault: Fault) => {
      const ms = now() - began
      await store.delivered(spend.id, { delivered: 0, status, ms, tx, answer: null })
      await look(spend)
      throw fault
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
      .catch(async (thrown: unknown) => failed(null, null, undelivered(thrown)))
    const { status, headers, bytes } = answer
    const tx = receiptIn(headers)?.tx ?? null
    if (status < 200 || status > 299) return failed(status, tx, failedWith(status))
    const told = answerIn(bytes, order.expects)
    if ('problem' in told) return failed(status, tx, broken(told.problem))
    const text = bytes.toString('utf8')
    const kept = text.length <= KEPT_CHARACTERS_MAX ? text : null
    const ms = now() - began
    await store.delivered(spend.id, { delivered: 1, status, ms, tx, answer: kept })
    const moved = await look(spend)
    return boughtOf(spend, { answer: told.answer, status, tx, moved, ms })
  }

  /** The same purchase, begun before: by this process, by another one, or by one that has died. */
  async function again(order: Order, known: SpendRow): Promise<Bought> {
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
    if (known.delivered === null && now() < known.expires - RESEND_SPARE_MS)
      return send(order, known)
    throw broken('it was paid before for this call, and has not answered')
  }

  const boughtOf = (
    { amount, chain, payTo }: Spend,
    rest: Pick<Bought, 'answer' | 'status' | 'tx' | 'moved' | 'ms'>,
  ): Bought => {
    const wallet = wallets.find((each) => each.chain === chain)
    const on = { chain: chain as SpendChain, network: wallet?.network ?? null, payTo }
    return { kind: 'bought', paid: amount, ...on, ...rest }
  }

  /** What the chain says now; what it does not say is asked again later. */
  async function look(spend: Spend): Promise<boolean | null> {
    const wallet = wallets.find(({ chain }) => chain === spend.chain)
    if (!wallet) return null
    const kept = { ...spend, units: unitsOf(spend.amount, wallet) }
    const fate = await wallet.fate(kept).catch((cause: unknown) => {
      onTrouble(`the purse on ${spend.chain}`, cause)
      return 'open' as const
    })
    if (fate === 'open') return null
    await store.moved(spend.id, fate === 'moved' ? 1 : 0)
    return fate === 'moved'
  }

  return {
    chains: wallets.map(({ chain }) => chain),
    networks: {
      ...SPEND_CHAINS,
      ...Object.fromEntries(wallets.map(({ chain, network }) => [chain, network])),
    },
    walletOn: (chain) => wallets.find((wallet) => wallet.chain === chain),
    buy,
    async reconcile(signal) {
      for (const spend of await store.due(now(), LOOKS_PER_BEAT)) {
        if (signal.aborted) return
        if ((await look(spend)) !== null) continue
        const age = now() - spend.at
        const waitMs = Math.min(LOOK_SELDOM_MS, LOOK_EVERY_MS + Math.floor(age / 4))
        await store.lookLater(spend.id, now() + waitMs)
      }
      await store.forgetAnswers(now() - KEEP_ANSWERS_MS)
    },
  }
}

/** What is kept of a payment: all that sending it again needs. */
interface Payment {
  readonly header: readonly [name: string, value: string]
  readonly method: 'GET' | 'POST'
}

/** A seller that asks for nothing is paid nothing. */
function free(order: Order, { bytes, status }: Answer, ms: number): Bought | Passed {
  const told = answerIn(bytes, order.expects)
  if ('problem' in told) return passed(told.problem)
  const nothing = { chain: null, network: null, payTo: null, tx: null, moved: false }
  return { kind: 'bought', answer: told.answer, status, paid: usdOf(0), ...nothing, ms }
}

const passed = (why: string): Passed => ({ kind: 'passed', why })

/** A key that says nothing of the call behind it. */
const keyOf = (id: string): string => createHash('sha256').update(`purse ${id}`).digest('hex')

function requestOf({ url, params }: Order, method: 'GET' | 'POST') {
  const base = {
    method,
    // A payment is sent to the address that asked for it, and to no other.
    redirectsMax: 0,
    bytesMax: ANSWER_BYTES_MAX,
  }
  const accept = { accept: 'application/json' }
  if (method === 'POST') {
    const headers = { ...accept, 'content-type': 'application/json' }
    return { url, options: { ...base, headers, body: JSON.stringify(params) } }
  }
  const asked = new URL(url)
  for (const [name, value] of Object.entries(params))
    asked.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  return { url: asked.href, options: { ...base, headers: accept } }
}

/** Tokens that the purse pays with are dollars of at least six decimals. */
export const unitsOf = (amount: Usd, { decimals }: Pick<SpendWallet, 'decimals'>): bigint =>
  BigInt(amount) * 10n ** BigInt(decimals - UNITS_PER_USD)

/** Rounded up, so that no cap is passed by a fraction. */
export function usdOfUnits(units: bigint, { decimals }: Pick<SpendWallet, 'decimals'>): Usd {
  const per = 10n ** BigInt(decimals - UNITS_PER_USD)
  return usdOf(Number((units + per - 1n) / per))
}

const CAP_WORDS: Readonly<Record<CapName, string>> = {
  call: 'one call',
  seller: 'one seller in a day',
  hour: 'an hour',
  day: 'a day',
  payer: 'one buyer whose payments have not settled',
}

const capped = (cap: CapName, left: Usd): Fault =>
  new Fault(
    'rate_limited',
    `The purse may spend ${formatUsd(left)} more for ${CAP_WORDS[cap]}; ask for less, or later.`,
    { retryAfterSeconds: cap === 'call' ? 60 : 3600, body: { cap, leftUsd: dollarsOf(left) } },
  )

const FREE_OF_CHARGE = 'You are not charged.'

const failedWith = (status: number): Fault =>
  new Fault('upstream_failed', `The seller was paid and answered ${status}. ${FREE_OF_CHARGE}`, {
    body: { sellerStatus: status },
  })

const broken = (problem: string): Fault =>
  new Fault('upstream_failed', `The seller failed: ${problem}. ${FREE_OF_CHARGE}`)

const undelivered = (thrown: unknown): Fault => {
  if (!(thrown instanceof Fault)) throw thrown
  const code = thrown.code === 'upstream_timeout' ? 'upstream_timeout' : 'upstream_failed'
  return new Fault(code, `The seller failed: ${thrown.message} ${FREE_OF_CHARGE}`, {
    cause: thrown,
  })
}
