/** @module-tag long */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cardGoods } from '../support/card-goods.ts'
import { openCardShop, type CardShop, type Doom, type Ground } from '../support/card-shop.ts'
import { createClock, SECOND } from '../support/clock.ts'
import { ENGINES, useDatabase } from '../support/engines.ts'
import { createRunRecorder } from '../support/run-recorder.ts'
import { startStripeCheckout, type StripeCheckoutServer } from '../support/stripe-checkout.ts'

/** Enough for any journey; each ends long before. */
const STEPS_MAX = 80
/** A machine that has much else to do needs more of them. */
const ROUNDS_MAX = 200
const WAIT = new AbortController().signal

/** What the buyer does, and what must have come of it in the end. */
interface Journey {
  readonly name: string
  readonly fails: number
  readonly pays: boolean
  readonly sold: number
  readonly refunded: number
}

const JOURNEYS: readonly Journey[] = [
  { name: 'delivered', fails: 0, pays: true, sold: 1, refunded: 0 },
  { name: 'hopeless', fails: 9, pays: true, sold: 0, refunded: 1 },
  { name: 'unpaid', fails: 0, pays: false, sold: 0, refunded: 0 },
]

describe.each(ENGINES)('on $name, a process that dies at any step', (engine) => {
  const db = useDatabase(engine)
  const clock = createClock()
  const recorder = createRunRecorder()
  const troubles: string[] = []
  let stripe: StripeCheckoutServer
  beforeAll(async () => {
    stripe = await startStripeCheckout(clock.now)
  })
  afterAll(() => stripe.close())

  const ground = (): Ground => ({
    db: db(),
    stripe,
    tools: cardGoods(recorder),
    now: clock.now,
    troubles,
  })

  const asker = (key: string) => ({ client: '192.0.2.1', key })
  const wanted = (query: string, fails: number) => ({
    product: 'fixture-study',
    input: { query, fails },
  })

  /** What a service does in a while, until nothing is left to do. */
  async function work({ cards }: CardShop, rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      clock.advance(35 * SECOND)
      await cards.work(WAIT)
      await cards.lookOut(WAIT)
      // Calls go on in the background.
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  /** Never waits for the dead. */
  const orDead = <T>({ death }: CardShop, going: Promise<T>): Promise<T | null> =>
    Promise.race([going, death])

  const ordersOf = (query: string) =>
    db().all<{ id: string; session: string | null; state: string }>(
      'select id, session, state from card_orders where input like $1',
      [`%"${query}"%`],
    )
  const salesOf = async (ids: readonly string[]) => {
    const rows = await db().all<{ call_id: string }>(`select call_id from sales`)
    return rows.filter(({ call_id: id }) => ids.includes(id)).length
  }
  /** What the card holds no more. None of them is a refund: that would cost a fee. */
  const refundsOf = (payment: string | null) =>
    payment !== null && stripe.payments.get(payment)?.status === 'canceled' ? 1 : 0

  /** Buys in one life that ends at the step, and lets another life go on. False: it did not die. */
  async function dies(journey: Journey, doom: Doom): Promise<boolean> {
    const query = `${journey.name} ${engine.name} ${doom.step} ${doom.when}`
    const first = openCardShop(ground(), doom)
    const buying = first.cards.buy(wanted(query, journey.fails), asker(`${query} of the buyer`))
    const checkout = await orDead(first, buying)
    let second: CardShop | null = null
    // A buyer who heard nothing asks again, and comes to the next process.
    if (!checkout) second = openCardShop(ground())
    const { session } =
      checkout ??
      (await second!.cards.buy(wanted(query, journey.fails), asker(`${query} of the buyer`)))
    if (journey.pays) stripe.pay(session)
    const life = second ?? first
    clock.advance(3 * SECOND)
    await orDead(life, life.cards.view(session, '192.0.2.1'))
    await orDead(life, work(life, 4))
    const isDead = second !== null || first.steps() >= doom.step
    const last = openCardShop(ground())
    const ends = { delivered: 'done', hopeless: 'refunded', unpaid: 'unpaid' }
    const end = ends[journey.name as keyof typeof ends]
    const seen = async () => (await last.cards.view(session, '192.0.2.1')).status
    await work(last, 2)
    for (let round = 0; round < ROUNDS_MAX && (await seen()) !== end; round++) await work(last, 1)
    // And nothing comes after that.
    await work(last, 2)
    const orders = await ordersOf(query)
    const payment = stripe.sessions.get(session)?.payment_intent ?? null
    const came = [await salesOf(orders.map(({ id }) => id)), refundsOf(payment), orders.length]
    expect(came, `${query}: ${first.last()}`).toEqual([journey.sold, journey.refunded, 1])
    expect(payment !== null && stripe.payments.get(payment)?.status === 'succeeded').toBe(
      journey.sold === 1,
    )
    expect(stripe.refunds).toEqual([])
    expect(await seen(), query).toBe(end)
    for (const shop of [first, second, last]) await shop?.close()
    await db().batch([{ sql: 'delete from card_orders', values: [] }])
    return isDead
  }

  test.each(JOURNEYS)(
    '$name: one fulfilment or one refund for what is paid, nothing for what is not',
    async (journey) => {
      let deaths = 0
      for (const when of ['before', 'after'] as const) {
        let step = 1
        while (step <= STEPS_MAX && (await dies(journey, { step, when }))) step += 1
        expect(step).toBeLessThan(STEPS_MAX)
        deaths += step - 1
      }
      // Each of the calls of the processor and of the database was the last of a life.
      expect(deaths).toBeGreaterThan(40)
    },
    240 * SECOND,
  )
})
