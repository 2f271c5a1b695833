import type { Buyers, Call } from './buyers.ts'
import type { Surroundings } from './replica.ts'

/** How long a paid answer is told again to whoever brings the payment. */
const TOLD_MS = 3_600_000

interface SaleRow {
  readonly call_id: string
  readonly at: number
  readonly rail: string
  readonly amount: number
  readonly reference: string | null
}

/** What a process that lives may not leave behind, once all it was asked is answered. */
export async function leftovers(
  { db, world }: Surroundings,
  { calls }: Buyers,
): Promise<readonly string[]> {
  const survivors = new Set(calls.filter(isSurvivor).map(({ id }) => id))
  const payments = await db.all<{ proof: string; call_id: string; state: string }>(
    `select proof, call_id, state from payments where state in ('claimed', 'verified', 'delivering')`,
  )
  const keys = await db.all<{ key: string; call_id: string }>(
    'select key, call_id from idempotency where reply is null and until > $1',
    [Math.floor(world.now())],
  )
  const dead = calls.some((call) => !isSurvivor(call))
  const holds = await db.all<{ id: string }>('select id from holds')
  return [
    ...payments
      .filter(({ call_id }) => survivors.has(call_id))
      .map(({ proof, call_id, state }) => `${call_id} is over, but ${proof} is still ${state}`),
    ...keys
      .filter(({ call_id }) => survivors.has(call_id))
      .map(({ call_id }) => `${call_id} is over, but its idempotency key is still running`),
    ...(dead ? [] : holds.map(({ id }) => `nobody died, but the hold ${id} is left`)),
  ]
}

/** A call whose process lived to its end. */
const isSurvivor = ({ replica, told }: Call): boolean => replica.life.alive && told !== null

/** Everything that must be true when all is over. Each line is one way in which it is not. */
export async function verdict(
  surroundings: Surroundings,
  buyers: Buyers,
): Promise<readonly string[]> {
  const { db, chain, workshop, bugs } = surroundings
  const sales = await db.all<SaleRow>(
    'select call_id, at, rail, amount, reference from sales order by call_id',
  )
  return [
    ...bugs.map((bug) => `nobody planned this: ${bug}`),
    ...workshop.oddities,
    ...chain.oddities,
    ...chargedWhenTold(sales, buyers),
    ...onceOnly(sales, buyers),
    ...replaysOfSales(sales, buyers),
    ...movedWhenSold(sales, surroundings, buyers),
    ...(await balances(sales, surroundings, buyers)),
    ...(await outlived(surroundings)),
  ]
}

/** Money that moved is recorded as a sale by the service itself, even if nobody asks again. */
export async function unrecorded({ db, chain }: Surroundings): Promise<readonly string[]> {
  const sold = await db.all<{ reference: string }>('select reference from sales')
  const recorded = new Set(sold.map(({ reference }) => reference))
  return [...chain.signed.values()]
    .filter(({ nonce, movedAt }) => movedAt !== null && !recorded.has(nonce))
    .map(({ nonce }) => `${nonce} moved, and is no sale`)
}

/** A 200 is a sale of that very call, and anything else is none. */
function chargedWhenTold(sales: readonly SaleRow[], { calls }: Buyers): string[] {
  return calls.flatMap(({ id, told, purchase, jobId }) => {
    const own = sales.filter(({ call_id }) => call_id === id)
    if (told?.status === 200 && !told.isReplay) {
      const isRight = own.length === 1 && own[0]?.amount === purchase.amount
      return isRight ? [] : [`${id} was told 200, but its sales are ${JSON.stringify(own)}`]
    }
    const isOpen = jobId === null && /settlement unknown/i.test(told?.error ?? '')
    return own.length > 0 && told !== null && !isOpen
      ? [`${id} was told ${told.status} (${told.error}), but it was charged`]
      : []
  })
}

/** No proof and no idempotency key is good for two answers, and no answer is told as another. */
function onceOnly(sales: readonly SaleRow[], { calls, purchases }: Buyers): string[] {
  const proofs = Map.groupBy(
    calls.filter(({ purchase }) => purchase.rail !== 'credits'),
    ({ purchase }) => purchase.pays,
  )
  const twice = [...proofs].flatMap(([pays, those]) => {
    const runs = new Set(those.flatMap(({ told }) => (told?.status === 200 ? [told.run] : [])))
    const sold = sales.filter(({ call_id }) => those.some(({ id }) => id === call_id))
    return runs.size > 1 || sold.length > 1
      ? [`${pays} paid for the runs ${[...runs].join(', ')} in ${sold.length} sales`]
      : []
  })
  const keyed = purchases
    .filter(({ isKeyed, slug }) => isKeyed && slug !== 'stream')
    .flatMap((purchase) => {
      const own = calls.filter((call) => call.purchase === purchase)
      const sold = sales.filter(({ call_id }) => own.some(({ id }) => id === call_id))
      return sold.length > 1 ? [`the key of ${purchase.ask} was charged ${sold.length} times`] : []
    })
  return [...twice, ...keyed]
}

/** Nothing but a settled 200 is told again, and only to the same question. */
function replaysOfSales(sales: readonly SaleRow[], { calls }: Buyers): string[] {
  const sold = new Set(sales.map(({ call_id }) => call_id))
  const answers = new Map(
    calls.flatMap(({ told, purchase, via }) =>
      told?.status === 200 && !told.isReplay
        ? [[told.run, { ask: purchase.ask, via }] as const]
        : [],
    ),
  )
  return calls.flatMap(({ id, told, purchase }) => {
    if (!told?.isReplay) return []
    if (told.status !== 200) return [`${id} was told a ${told.status} again`]
    const known = answers.get(told.run)
    // MCP and A2A answer a stream whole, and what is whole is kept.
    if (purchase.slug === 'stream' && known?.via === 'http')
      return [`${id} was told a stream again`]
    if (known !== undefined && known.ask !== purchase.ask)
      return [`${id} was told the answer to ${known.ask}`]
    const siblings = calls.filter((call) => call.purchase.ask === purchase.ask)
    return siblings.some((call) => sold.has(call.id)) ? [] : [`${id} was told what nobody paid for`]
  })
}

/** Money moved on the chain exactly where a sale says so, and its payer got the answer. */
function movedWhenSold(
  sales: readonly SaleRow[],
  { chain }: Surroundings,
  { calls }: Buyers,
): string[] {
  return [...chain.signed.values()].flatMap(({ nonce, moved: amount, movedAt }) => {
    const sold = sales.filter(({ reference }) => reference === nonce)
    const moved = movedAt === null ? 'did not move' : 'moved'
    if (sold.length !== (movedAt === null ? 0 : 1))
      return [`${nonce} ${moved} but has ${sold.length} sales`]
    const own = calls.filter(({ purchase }) => purchase.pays === nonce)
    const isTold = own.some(({ told }) => told?.status === 200)
    if (sold.length === 0) return isTold ? [`${nonce} ${moved}, but somebody got a 200`] : []
    return sold.flatMap((sale) => {
      if (sale.amount !== amount) return [`${nonce} was recorded with a wrong amount`]
      return isTold || isForgone(sale, own) ? [] : [`${nonce} ${moved}, but nobody got a 200`]
    })
  })
}

/**
 * A stream is told once, and other answers again for a while to whoever has a key or a token:
 * nobody asked for it so in that time.
 */
function isForgone({ call_id, at }: SaleRow, calls: readonly Call[]): boolean {
  const sold = calls.find(({ id }) => id === call_id)
  if (sold?.purchase.slug === 'stream' && sold.told === null) return true
  const same = calls.filter(({ purchase }) => purchase.ask === sold?.purchase.ask)
  return !same.some(
    (call) =>
      (call.purchase.isKeyed || call.purchase.token !== null) &&
      call.id !== call_id &&
      // A process that was killed has told nothing to those who waited.
      (call.told !== null || call.replica.life.alive) &&
      call.sentAt > at &&
      call.sentAt < at + TOLD_MS,
  )
}

async function balances(
  sales: readonly SaleRow[],
  { db }: Surroundings,
  { calls, keys }: Buyers,
): Promise<string[]> {
  const wrongs: string[] = []
  for (const [name, { keyHash, loaded }] of Object.entries(keys)) {
    const ids = new Set(calls.flatMap(({ id, purchase }) => (purchase.pays === name ? [id] : [])))
    const spent = sales.reduce((sum, sale) => sum + (ids.has(sale.call_id) ? sale.amount : 0), 0)
    const row = await db.one<{ balance: number; held: number; calls: number }>(
      'select balance, held, calls from credits where key_hash = $1',
      [keyHash],
    )
    if (Number(row?.balance) !== loaded - spent)
      wrongs.push(`${name}: ${loaded} - ${spent} sold is not ${row?.balance}`)
    if (Number(row?.balance) < 0) wrongs.push(`${name}: ${row?.balance} is left`)
    if (Number(row?.held) !== 0) wrongs.push(`${name}: ${row?.held} is still held`)
  }
  return wrongs
}

/** Whatever has a time has ended by now. */
async function outlived({ db }: Surroundings): Promise<string[]> {
  const count = async (what: string, sql: string): Promise<string[]> => {
    const rows = await db.all(sql)
    return rows.map((row) => `${what} outlived its time: ${JSON.stringify(row)}`)
  }
  return [
    ...(await count('a hold', 'select * from holds')),
    ...(await count('a running key', 'select * from idempotency where reply is null')),
    ...(await count('a job', `select * from jobs where state = 'working'`)),
    ...(await count('a job slot', 'select * from job_slots where running <> 0')),
    ...(await count(
      'a payment',
      `select proof, state, call_id from payments where state in ('delivering', 'pending')`,
    )),
  ]
}
