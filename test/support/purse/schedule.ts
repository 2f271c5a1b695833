import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../../src/base/core/db.ts'
import { Fault } from '../../../src/base/core/fault.ts'
import { usd, usdOf } from '../../../src/base/core/money.ts'
import type { Answer, Client, RequestOptions } from '../../../src/outside/net/request.ts'
import type { SpendChain, SpendWallet } from '../../../src/buying/purse/chains.ts'
import { createPurse, type Purse } from '../../../src/buying/purse/purse.ts'
import { UNPROVEN } from '../../../src/buying/purse/refusals.ts'
import { createPurseStore, type PurseStore } from '../../../src/stores/purse.ts'
import { createSaleStore } from '../../../src/stores/sales.ts'
import { createRandom, type Random } from '../simulation/random.ts'
import { createPlayedAlgorand } from './algorand-ledger.ts'
import { createBaseLedger } from './base-ledger.ts'
import type { Ledger, LedgerParts } from './ledger.ts'
import { createFakeSeller, MANNERS, type FakeSeller } from './fake-seller.ts'
import { createSolanaLedger } from './solana-ledger.ts'
import { createTempoLedger } from './tempo-ledger.ts'
import { wrongsIn, type PurchaseRequest } from './verdict.ts'

/** So low that a schedule reaches each of them. */
const CAPS = {
  call: usd('$0.005'),
  seller: usd('$0.009'),
  hour: usd('$0.013'),
  day: usd('$0.013'),
  payer: usd('$0.009'),
}

const START_MS = 1_800_000_000_000
const TRIES_MAX = 8
/** Some are one seller by their domain, and some by their wallet. */
const HOSTS = ['https://a.one.example', 'https://b.one.example', 'https://two.example'] as const
const SWEEPS = 6
/** In the end nothing fails any more: a node that is away at every look tells nothing. */
const CALM_SWEEPS = 10
const SWEEP_MS = 2 * 3_600_000

/** A process that has died does nothing any more; what it had asked for may still be done. */
class Killed extends Error {}

/** Chains that purchases are played on. */
export const LEDGERS = {
  base: createBaseLedger,
  solana: createSolanaLedger,
  algorand: createPlayedAlgorand,
  tempo: createTempoLedger,
} as const satisfies Partial<Record<SpendChain, (parts: LedgerParts) => Ledger>>
export type LedgerName = keyof typeof LEDGERS

/** One schedule of purchases on these chains, of failures and deaths, from one seed. */
export async function playPurchases(seed: number, db: Db, chains: readonly LedgerName[]) {
  const seeded = createRandom(seed)
  const end = { isCalm: false }
  const random: Random = { ...seeded, chance: (share) => !end.isCalm && seeded.chance(share) }
  const story: string[] = []
  const clock = { ms: START_MS }
  const now = () => clock.ms
  const ledgers = chains.map((chain) => LEDGERS[chain]({ seed, random, now }))
  const sellers = Array.from({ length: 1 + random.below(3) }, () => {
    const ledger = random.pick(ledgers)
    const payTo = random.pick(ledger.payTos)
    return createFakeSeller(random.pick(HOSTS), random.pick(MANNERS), {
      payTo,
      random,
      ledger,
      clock,
    })
  })
  const world = { db, random, ledgers, sellers, now, story }
  const wishes = Array.from({ length: 4 + random.below(6) }, (_, at) => wishOf(seed, at, world))
  await Promise.all(wishes.map((wish) => pursue(wish, world)))
  for (const seller of sellers) seller.settleLate()
  const healthy = processOf(world, Infinity)
  for (let sweep = 0; sweep < SWEEPS + CALM_SWEEPS; sweep += 1) {
    clock.ms += SWEEP_MS
    end.isCalm = sweep >= SWEEPS
    await healthy.reconcile(new AbortController().signal)
  }
  return { wrongs: await wrongsIn({ db, ledgers, wishes, caps: CAPS }), story }
}

interface World {
  readonly db: Db
  readonly random: Random
  readonly ledgers: readonly Ledger[]
  readonly sellers: readonly FakeSeller[]
  readonly story: string[]
  now(): number
}

function wishOf(seed: number, at: number, { random, sellers, ledgers }: World): PurchaseRequest {
  const { origin } = random.pick(sellers)
  const id = `call ${seed}.${at}`
  return {
    order: {
      id,
      callId: id,
      payer: random.pick(['0xann', '0xbob']),
      origin,
      url: `${origin}/paid`,
      method: random.pick(['GET', 'POST', null]),
      params: {},
      most: usdOf(random.pick([4_000, 10_000])),
      chains: ledgers.map(({ wallet }) => wallet.chain),
      payTos: () => [],
      expects: ['forecast'],
      timeoutMs: 1_000,
    },
    isPaidFor: random.chance(0.7),
    isCharged: false,
    answers: 0,
  }
}

/** A process begins the call; where it dies, another one may take the call up. */
async function pursue(wish: PurchaseRequest, world: World): Promise<void> {
  const { random, story } = world
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const diesAt = random.chance(0.45) ? 1 + random.below(14) : Infinity
    await pauses(random)
    try {
      const bought = await processOf(world, diesAt).buy(wish.order)
      story.push(`${wish.order.id}: ${JSON.stringify(bought)}`)
      // Nothing was paid, as another payment was under way: that one may have ended meanwhile.
      if (bought.kind === 'passed' && bought.why === UNPROVEN) continue
      if (bought.kind === 'passed') return
      wish.answers += 1
      if (wish.isPaidFor) await charge(wish, world)
      return
    } catch (thrown) {
      story.push(`${wish.order.id}: ${String(thrown)}`)
      if (!(thrown instanceof Killed) && !(thrown instanceof Fault)) throw thrown
      // A call that failed ends; one whose process died may begin again.
      if (thrown instanceof Fault || random.chance(0.2)) return
    }
  }
}

async function charge(wish: PurchaseRequest, { db, now }: World): Promise<void> {
  const { callId, payer } = wish.order
  const sale = { callId, at: now(), slug: 'route-execute', rail: 'x402', amount: usd('$0.02') }
  const sales = createSaleStore(db)
  wish.isCharged = await db.batch([sales.add({ ...sale, payer, network: null, reference: null })])
}

async function pauses(random: Random): Promise<void> {
  for (let turn = random.below(4); turn > 0; turn -= 1) await setImmediate()
}

/** One process: every step of it may be its last, before or after the step is done. */
function processOf({ db, random, ledgers, sellers, now }: World, diesAt: number): Purse {
  let steps = 0
  let isDead = false
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    steps += 1
    if (isDead) throw new Killed('dead')
    const isLast = steps >= diesAt
    if (isLast) isDead = true
    if (isLast && random.chance(0.5)) throw new Killed('before it was done')
    await pauses(random)
    const done = await work()
    if (isLast || isDead) throw new Killed('after it was done')
    await pauses(random)
    return done
  }
  const client: Client = {
    request: (url, options) => step(async () => exchange(String(url), options ?? {})),
    stream: () => Promise.reject(new Error('nobody streams')),
    close: async () => {},
  }
  const exchange = async (url: string, options: RequestOptions): Promise<Answer> => {
    const seller = sellers.find(({ origin }) => url.startsWith(origin))
    if (!seller) throw new Error(`nobody is at ${url}`)
    return seller.answer(options)
  }
  const mortal = ({ wallet }: Ledger): SpendWallet => ({
    ...wallet,
    balance: () => step(() => wallet.balance()),
    sign: (terms, at) => step(() => wallet.sign(terms, at)),
    stateOf: (kept) =>
      step(async () => {
        if (random.chance(0.15)) throw new Error('the node is away')
        return wallet.stateOf(kept)
      }),
  })
  const real = createPurseStore(db)
  const store: PurseStore = {
    ...real,
    reserve: (...args) => step(() => real.reserve(...args)),
    spend: (id) => step(() => real.spend(id)),
    delivered: (...args) => step(() => real.delivered(...args)),
    moved: (...args) => step(() => real.moved(...args)),
  }
  return createPurse({
    wallets: ledgers.map(mortal),
    caps: CAPS,
    store,
    clientOf: () => client,
    own: [],
    now,
    onTrouble: () => {},
  })
}
