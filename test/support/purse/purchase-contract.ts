import { beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../src/base/core/db.ts'
import { usd } from '../../../src/base/core/money.ts'
import type { PurchaseOrder } from '../../../src/buying/purse/order.ts'
import type { Purse } from '../../../src/buying/purse/purse.ts'
import type { PurseStore } from '../../../src/stores/purse.ts'
import type { Caps } from '../../../src/stores/purse-rows.ts'
import type { PaidSeller } from '../sellers/paid-seller.ts'
import { forget, forgive, WIDE_CAPS } from './order.ts'

/** A purse on one chain, and a seller who is paid there. */
export interface PurchaseRig<P> {
  readonly db: Db
  readonly store: PurseStore
  readonly seller: PaidSeller<P>
  readonly price: bigint
  purse(caps?: Caps): Purse
  /** A purse whose wallet holds nothing. */
  emptyPurse(): Purse
  order(more?: Partial<PurchaseOrder>): PurchaseOrder
  /** What the wallet of the seller has received. */
  received(): Promise<bigint>
  settle(paid: P): Promise<string>
  /** Some minutes pass, in which payments may still settle; then the purse reads their results. */
  wait(): Promise<void>
  /** Passes the time after which open payments can never settle; then the purse reads results. */
  expire(): Promise<void>
  /** Whether the node answers nothing. */
  mute(isMuted: boolean): void
}

/** Purchases on every chain. */
export function purchaseContract<P>(open: () => PurchaseRig<P>): void {
  beforeEach(async () => forgive(open().db))

  test('the same purchase again is the same answer, and no second payment', async () => {
    const { seller, received, order, purse } = open()
    const asked = order()
    await purse().buy(asked)
    const before = await received()
    expect(await purse().buy(asked)).toMatchObject({ kind: 'bought', answer: { forecast: 'snow' } })
    expect(await received()).toBe(before)
    expect(seller.paid).toHaveLength(1)
  })

  test.each(['lying', 'paid-then-500', 'cut'] as const)(
    'a seller that takes the money and is %s is a loss that is booked',
    async (manner) => {
      const { seller, received, order, purse, price, store } = open()
      seller.manner = manner
      const before = await received()
      const asked = order()
      await expect(purse().buy(asked)).rejects.toThrow(/not charged/)
      expect((await received()) - before).toBe(price)
      expect(await store.spend(asked.id)).toMatchObject({ moved: 1, delivered: 0 })
      await expect(purse().buy(asked)).rejects.toThrow(/paid before/)
      expect(seller.paid).toHaveLength(1)
    },
  )

  test('a payment whose record was lost with its process is found on the ledger', async () => {
    const { db, seller, received, order, purse, expire, store } = open()
    const asked = order()
    await purse().buy(asked)
    await forget(db, asked.id)
    await expire()
    expect(await store.spend(asked.id)).toMatchObject({ moved: 1 })
    const before = await received()
    seller.manner = 'replay'
    expect(await purse().buy(asked)).toMatchObject({ answer: { forecast: 'snow' }, moved: true })
    expect(seller.paid[1]).toEqual(seller.paid[0])
    expect(await received()).toBe(before)
  })

  test.each(['asks-again', 'breaks'] as const)(
    'nothing is lost to a seller that takes nothing and %s, once the payment has expired',
    async (manner) => {
      const { db, seller, received, order, purse, wait, expire, settle, store } = open()
      seller.manner = manner
      const before = await received()
      const asked = order()
      await expect(purse().buy(asked)).rejects.toThrow(/not charged/)
      await forget(db, asked.id)
      await wait()
      expect(await store.spend(asked.id)).toMatchObject({ moved: null })
      await expire()
      expect(await store.spend(asked.id)).toMatchObject({ moved: 0, delivered: 0 })
      await expect(settle(seller.paid[0]!)).rejects.toThrow()
      expect(await received()).toBe(before)
      await expect(purse().buy(asked)).rejects.toThrow(/paid before/)
      expect(seller.paid).toHaveLength(1)
    },
  )

  test('a payment that is settled after the delivery is found on the ledger', async () => {
    const { seller, order, purse, wait, store } = open()
    seller.manner = 'late'
    const asked = order()
    expect(await purse().buy(asked)).toMatchObject({ moved: null, answer: { certain: true } })
    await seller.settleLate()
    await wait()
    expect(await store.spend(asked.id)).toMatchObject({ moved: 1, delivered: 1 })
  })

  test('while the node is away, the result stays open', async () => {
    const { seller, order, purse, expire, mute, store } = open()
    seller.manner = 'breaks'
    const asked = order()
    await expect(purse().buy(asked)).rejects.toThrow(/not charged/)
    mute(true)
    await expire()
    mute(false)
    expect(await store.spend(asked.id)).toMatchObject({ moved: null })
  })

  test('a seller that asks for more than may be paid is not paid', async () => {
    const { seller, order, purse, store } = open()
    seller.manner = 'dearer'
    const asked = order()
    expect(await purse().buy(asked)).toMatchObject({ kind: 'passed', why: /more than may be paid/ })
    expect(await store.spend(asked.id)).toBeNull()
    expect(seller.paid).toHaveLength(0)
  })

  test('a seller that names another wallet than it is known by is not paid', async () => {
    const { seller, order, purse } = open()
    const asked = order({ payTos: () => ['0x3333333333333333333333333333333333333333'] })
    expect(await purse().buy(asked)).toMatchObject({ kind: 'passed', why: /another wallet/ })
    expect(seller.paid).toHaveLength(0)
  })

  test('a seller that asks for nothing is paid nothing', async () => {
    const { seller, order, purse } = open()
    seller.manner = 'free'
    expect(await purse().buy(order())).toMatchObject({ kind: 'bought', paid: 0, chain: null })
  })

  test('a cap refuses before anything is sent', async () => {
    const { seller, order, purse } = open()
    const refused = purse({ ...WIDE_CAPS, call: usd('$0.003') }).buy(order())
    await expect(refused).rejects.toMatchObject({ code: 'rate_limited' })
    expect(seller.paid).toHaveLength(0)
  })

  test('an empty purse says so, and signs nothing', async () => {
    const { seller, order, emptyPurse } = open()
    await expect(emptyPurse().buy(order())).rejects.toMatchObject({ code: 'overloaded' })
    expect(seller.paid).toHaveLength(0)
  })
}
