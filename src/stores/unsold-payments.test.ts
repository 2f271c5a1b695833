import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { atOnce } from '../../test/support/calls.ts'
import { countTrue, ENGINES, useDatabase } from '../../test/support/engines.ts'
import { createPaymentStore } from './payments.ts'
import { createSaleStore } from './sales.ts'
import { createUnsoldPaymentStore } from './unsold-payments.ts'

const NOW = 1_000
const LEASE = 2_000
const LATER = 9_000

describe.each(ENGINES)('on $name, a transfer that the chain has', (engine) => {
  const db = useDatabase(engine)

  function found() {
    const store = createUnsoldPaymentStore(db())
    const payments = createPaymentStore(db())
    const [proof, payer, reference] = [randomUUID(), randomUUID(), randomUUID()]
    const transfer = { proof, payer, reference, network: 'here', amount: 1_000, at: 5, ordinal: 1 }
    const claim = { proof, rail: 'x402', slug: 'tool', callId: proof, request: '' }
    const sale = { callId: randomUUID(), at: NOW, slug: 'tool', rail: 'x402', amount: 1_000 }
    return {
      store,
      payments,
      transfer,
      claim: () => payments.claim({ ...claim, lease: LEASE, until: LATER }, NOW),
      sell: () =>
        db().batch([createSaleStore(db()).add({ ...sale, payer, network: 'here', reference })]),
    }
  }

  test('and the books have not is offered once', async () => {
    const { store, transfer } = found()
    expect(await store.isUnsold(transfer, NOW)).toBe(true)
    expect(countTrue(await atOnce(5, () => store.offer(transfer, NOW)))).toBe(1)
    expect(await store.isAnyOffered()).toBe(true)
    const { ordinal, ...offered } = transfer
    expect(ordinal).toBe(1)
    expect(await store.offeredTo(transfer)).toEqual([offered])
    expect(await store.offeredTo({ ...transfer, amount: 2_000 })).toEqual([])
    expect(await store.find(transfer.proof)).toEqual({ ...offered, state: 'offered', callId: null })
  })

  test('pays for one of many calls', async () => {
    const { store, transfer } = found()
    await store.offer(transfer, NOW)
    const sold = await atOnce(8, (at) => db().batch([store.sell(transfer.proof, `${at}`, NOW)]))
    expect(countTrue(sold)).toBe(1)
    expect(await store.offeredTo(transfer)).toEqual([])
    expect(await store.offer(transfer, NOW)).toBe(false)
    expect(await store.refund(transfer.reference, NOW)).toBe(false)
  })

  test('is offered no more once it is refunded', async () => {
    const { store, transfer } = found()
    await store.offer(transfer, NOW)
    expect(await store.refund(transfer.reference, NOW)).toBe(true)
    expect(await db().batch([store.sell(transfer.proof, 'call', NOW)])).toBe(false)
  })

  test('is in the books while its call runs, while it is settled, and once it is', async () => {
    const { store, payments, transfer, claim } = found()
    await claim()
    expect(await store.offer(transfer, NOW)).toBe(false)
    // The backup was made while a call ran, which has ended since.
    expect(await store.isUnsold(transfer, LEASE)).toBe(true)
    const { proof } = transfer
    await payments.deliver(proof, proof, { reply: null, data: '{}' }, NOW)
    expect(await store.isUnsold(transfer, LATER)).toBe(false)
    await payments.fail(proof, proof, NOW)
    expect(await store.isUnsold(transfer, LATER)).toBe(true)
  })

  test('is in the books by its sale, when its payment is forgotten', async () => {
    const { store, transfer, sell } = found()
    await sell()
    expect(await store.isUnsold(transfer, NOW)).toBe(false)
    const second = { ...transfer, proof: randomUUID(), ordinal: 2 }
    expect(await store.isUnsold(second, NOW)).toBe(true)
  })
})
