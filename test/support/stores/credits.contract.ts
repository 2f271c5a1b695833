import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { usdOf } from '../../../src/base/core/money.ts'
import { createCreditStore, type CreditStore, type Hold } from '../../../src/stores/credits.ts'
import { atOnce } from '../calls.ts'
import { countTrue, useDatabase, type Engine } from '../engines.ts'

const PRICE = usdOf(1_000)
const CALLS = 10
const LOADED = usdOf(PRICE * CALLS)

export function creditsContract(engine: Engine): void {
  const db = useDatabase(engine)
  let credits: CreditStore
  let keyHash: string
  let keyId: string

  beforeEach(async () => {
    credits = createCreditStore(db())
    keyHash = randomUUID()
    keyId = keyHash.slice(0, 12)
    await credits.issue({ keyHash, keyId, label: 'test' }, LOADED, 5)
  })

  const holdOf = (amount = PRICE): Hold => ({ id: randomUUID(), keyHash, amount })
  const money = async () => {
    const { balance, held, calls } = (await credits.account(keyHash))!
    return { balance, held, calls }
  }

  async function holds(count: number): Promise<Hold[]> {
    const made = Array.from({ length: count }, () => holdOf())
    for (const hold of made) await credits.hold(hold, 100)
    return made
  }

  describe('a key', () => {
    test('begins with what was loaded', async () => {
      expect(await credits.account(keyHash)).toEqual({
        keyId,
        label: 'test',
        loaded: LOADED,
        balance: LOADED,
        held: 0,
        calls: 0,
        disabled: false,
        created: 5,
        lastUsed: null,
      })
    })

    test('is issued once', async () => {
      expect(await credits.issue({ keyHash, keyId, label: 'again' }, LOADED, 6)).toBe(false)
      expect((await credits.account(keyHash))?.loaded).toBe(LOADED)
    })

    test('is known by its hash only', async () => {
      expect(await credits.account(keyId)).toBeNull()
      expect((await credits.list()).map((account) => account.keyId)).toContain(keyId)
    })

    test('can be topped up by its id', async () => {
      expect(await credits.topUp(keyId, PRICE)).toBe(true)
      expect(await credits.topUp('nobody', PRICE)).toBe(false)
      const { loaded, balance } = (await credits.account(keyHash))!
      expect({ loaded, balance }).toEqual({ loaded: LOADED + PRICE, balance: LOADED + PRICE })
    })
  })

  describe('a hold', () => {
    test('counts against the balance at once, and no money moves', async () => {
      expect(await credits.hold(holdOf(), 100)).toBe(true)
      expect(await money()).toEqual({ balance: LOADED, held: PRICE, calls: 0 })
    })

    test('is never taken beyond the balance, by 50 at once', async () => {
      const taken = await atOnce(50, () => credits.hold(holdOf(), 100))
      expect(countTrue(taken)).toBe(CALLS)
      expect(await money()).toEqual({ balance: LOADED, held: LOADED, calls: 0 })
    })

    test('needs all of its amount', async () => {
      expect(await credits.hold(holdOf(usdOf(LOADED + 1)), 100)).toBe(false)
      expect(await credits.hold(holdOf(LOADED), 100)).toBe(true)
    })

    test('needs a key that is known and not disabled', async () => {
      expect(await credits.hold({ ...holdOf(), keyHash: 'nobody' }, 100)).toBe(false)
      expect(await credits.setDisabled(keyId, true)).toBe(true)
      expect(await credits.hold(holdOf(), 100)).toBe(false)
      await credits.setDisabled(keyId, false)
      expect(await credits.hold(holdOf(), 100)).toBe(true)
    })
  })

  describe('the end of a hold', () => {
    test('as a debit moves its amount', async () => {
      const hold = holdOf()
      await credits.hold(hold, 100)
      expect(await db().batch(credits.debit(hold, 7))).toBe(true)
      expect(await money()).toEqual({ balance: LOADED - PRICE, held: 0, calls: 1 })
      expect((await credits.account(keyHash))?.lastUsed).toBe(7)
    })

    test('as a debit tells what is left', async () => {
      const told: number[] = []
      const made = await holds(2)
      for (const hold of made)
        await db().batch(credits.debit(hold, 7, (balance) => told.push(balance)))
      expect(told).toEqual([LOADED - PRICE, LOADED - 2 * PRICE])
    })

    test('as a release moves nothing', async () => {
      const hold = holdOf()
      await credits.hold(hold, 100)
      expect(await credits.release(hold)).toBe(true)
      expect(await money()).toEqual({ balance: LOADED, held: 0, calls: 0 })
    })

    test('happens once, when debits and releases come together', async () => {
      const made = await holds(CALLS)
      const ends = made.flatMap((hold) => [
        db().batch(credits.debit(hold, 7)),
        credits.release(hold),
        db().batch(credits.debit(hold, 7)),
        credits.release(hold),
      ])
      expect(countTrue(await Promise.all(ends))).toBe(CALLS)
      const { balance, held, calls } = await money()
      expect(held).toBe(0)
      expect(balance).toBe(LOADED - calls * PRICE)
    })

    test('is undone with the rest of its batch', async () => {
      const hold = holdOf()
      await credits.hold(hold, 100)
      const refused = { sql: 'delete from sales where slug = $1', values: ['none'], guard: true }
      expect(await db().batch([...credits.debit(hold, 7), refused as never])).toBe(false)
      expect(await money()).toEqual({ balance: LOADED, held: PRICE, calls: 0 })
    })

    test('leaves room for another', async () => {
      const [first] = await holds(CALLS)
      expect(await credits.hold(holdOf(), 100)).toBe(false)
      await credits.release(first!)
      expect(await credits.hold(holdOf(), 100)).toBe(true)
    })
  })

  test('holds that outlive their time are found, with all that a release needs', async () => {
    const [early, late] = [holdOf(), holdOf()]
    await credits.hold(early, 1_000)
    await credits.hold(late, 1_001)
    const mine = (await credits.expired(1_000)).filter((hold) => hold.keyHash === keyHash)
    expect(mine).toEqual([early])
    for (const hold of mine) await credits.release(hold)
    expect(await money()).toEqual({ balance: LOADED, held: PRICE, calls: 0 })
  })
}
