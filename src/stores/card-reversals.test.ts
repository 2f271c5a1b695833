import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { atOnce } from '../../test/support/calls.ts'
import { ENGINES, useDatabase } from '../../test/support/engines.ts'
import { createCardOrderStore } from './card-orders.ts'

describe.each(ENGINES)('on $name, a payment that was refunded', (engine) => {
  const db = useDatabase(engine)

  async function ordered() {
    const store = createCardOrderStore(db())
    const id = `ord_${randomUUID()}`
    const payment = `pi_${randomUUID()}`
    await store.add({ id, kind: 'credits', product: '20', input: '{}', price: 1, cents: 1 }, 1)
    const by = { session: `cs_${id}`, payment, subscription: null, reversed: null }
    return {
      paid: () => store.paid(id, by, [], 2),
      reverse: () => store.reverse(payment, 'refunded', 2),
      claim: () => db().batch([store.claim(id, 3)]),
      found: () => store.find(id),
    }
  }

  test('before it was known buys nothing', async () => {
    const { paid, reverse, claim, found } = await ordered()
    await reverse()
    expect(await paid()).toBe(true)
    expect(await found()).toMatchObject({ state: 'refunded', reversed: 'refunded' })
    expect(await claim()).toBe(false)
  })

  test('at the moment at which it came buys nothing, 20 times', async () => {
    for (let round = 0; round < 20; round++) {
      const { paid, reverse, claim, found } = await ordered()
      await atOnce(2, (at) => (at === round % 2 ? paid() : reverse()))
      expect(await found()).toMatchObject({ state: 'refunded', reversed: 'refunded' })
      expect(await claim()).toBe(false)
    }
  })
})
