import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { owedOn, type Channel } from '../../../src/stores/channel-rows.ts'
import { createChannelStore, type ChannelStore, type Charge } from '../../../src/stores/channels.ts'
import { atOnce } from '../calls.ts'
import { countTrue, useDatabase, type Engine } from '../engines.ts'

const NETWORK = 'eip155:84532'
const SEEN = { balance: 10_000, claimed: 0, withdrawAt: 0, refundNonce: 0 }

export function channelsContract(engine: Engine): void {
  const db = useDatabase(engine)
  let channels: ChannelStore
  let id: string
  let payer: string

  beforeEach(async () => {
    channels = createChannelStore(db())
    id = `0x${randomBytes(32).toString('hex')}`
    payer = `0x${randomBytes(20).toString('hex')}`
    await channels.see(made(), SEEN, 5)
  })

  const made = () => ({ id, network: NETWORK, payer, authorizer: '0xa', config: '{}' })
  const now = async (): Promise<Channel> => (await channels.find(id))!
  const take = async (holder: string, base: number, at = 10, until = 100) => {
    const room = { max: base + 1_000, since: 0 }
    return (await channels.reserve({ id, holder, base, until }, at, room)) !== null
  }
  const charge = (holder: string, base: number, more: Partial<Charge> = {}) =>
    db().batch(
      channels.charging(
        {
          id,
          holder,
          base,
          charge: 1_000,
          fromCredit: 0,
          signed: base + 1_000,
          signature: '0x12',
          ...more,
        },
        20,
      ),
    )

  describe('a channel', () => {
    test('begins with what the chain says', async () => {
      expect(await now()).toMatchObject({
        id,
        payer,
        balance: 10_000,
        charged: 0,
        credit: 0,
        signature: null,
        isProven: false,
        seen: 5,
      })
    })

    test('that was used before begins with what was claimed', async () => {
      id = `0x${randomBytes(32).toString('hex')}`
      await channels.see(made(), { ...SEEN, claimed: 400 }, 5)
      expect(await now()).toMatchObject({ charged: 400, claimed: 400 })
    })

    test('keeps its charges when it is seen again, and ignores what was seen before', async () => {
      await take('one', 0)
      await charge('one', 0)
      await channels.see(made(), { ...SEEN, balance: 20_000 }, 30)
      await channels.see(made(), { ...SEEN, balance: 1 }, 29)
      expect(await now()).toMatchObject({ balance: 20_000, charged: 1_000, seen: 30 })
    })

    test('is found by its payer', async () => {
      expect((await channels.of(payer)).map((one) => one.id)).toEqual([id])
    })
  })

  describe('a reservation', () => {
    test('is taken by one of many calls with one voucher', async () => {
      const taken = await atOnce(10, (at) => take(`call ${at}`, 0))
      expect(countTrue(taken)).toBe(1)
    })

    test('ends by itself, and then another call may have it', async () => {
      await take('one', 0, 10, 100)
      expect(await take('two', 0, 99)).toBe(false)
      expect(await take('two', 0, 100, 200)).toBe(true)
      expect(await charge('one', 0)).toBe(false)
    })

    test('is refused after another charge, above the balance, and in a withdrawal', async () => {
      expect(await take('one', 1)).toBe(false)
      expect(await take('one', 9_500)).toBe(false)
      await channels.see(made(), { ...SEEN, balance: 500 }, 6)
      expect(await take('one', 0)).toBe(false)
      await channels.see(made(), { ...SEEN, withdrawAt: 7 }, 7)
      expect(await take('one', 0)).toBe(false)
    })

    test('needs that the channel, or its network, was looked at', async () => {
      const reservation = { id, holder: 'one', base: 0, until: 100 }
      expect(await channels.reserve(reservation, 10, { max: 1_000, since: 6 })).toBeNull()
      await channels.scanned(NETWORK, 1, 7)
      const taken = await channels.reserve(reservation, 10, { max: 1_000, since: 6 })
      expect(taken).toMatchObject({ holder: 'one', charged: 0 })
    })

    test('is given up only by its own call, and prolonged only by that', async () => {
      await take('one', 0)
      expect(await channels.release(id, 'two')).toBe(false)
      expect(await channels.extend(id, 'two', 500)).toBe(false)
      expect(await channels.extend(id, 'one', 500)).toBe(true)
      expect((await now()).heldUntil).toBe(500)
      expect(await channels.release(id, 'one')).toBe(true)
      expect(await take('two', 0)).toBe(true)
    })

    test('for the next voucher yields to that voucher alone', async () => {
      expect(await channels.await(id, 50, 10)).toBe(true)
      expect(await channels.await(id, 60, 11)).toBe(false)
      expect(await take('stale', 1_000, 12)).toBe(false)
      expect(await take('one', 0, 12)).toBe(true)
      expect(await channels.await(id, 60, 13)).toBe(false)
    })
  })

  describe('a charge', () => {
    test('keeps the voucher, and frees the channel', async () => {
      await take('one', 0)
      expect(await charge('one', 0)).toBe(true)
      expect(await now()).toMatchObject({
        charged: 1_000,
        signed: 1_000,
        signature: '0x12',
        holder: null,
        unclaimedSince: 20,
      })
    })

    test('is made once', async () => {
      await take('one', 0)
      const made = await atOnce(4, () => charge('one', 0))
      expect(countTrue(made)).toBe(1)
      expect((await now()).charged).toBe(1_000)
    })

    test('that was too high is given back by the next ones, and never claimed', async () => {
      await take('one', 0)
      await charge('one', 0)
      await db().batch([channels.crediting(id, 700)])
      expect(owedOn(await now())).toBe(300)
      await take('two', 1_000)
      await charge('two', 1_000, { charge: 300, fromCredit: 700, signed: 2_000 })
      expect(await now()).toMatchObject({ charged: 1_300, credit: 0 })
      expect(await db().batch([channels.crediting(id, 1_301)])).toBe(false)
    })
  })

  describe('what is to be claimed', () => {
    const listed = async () => {
      const all = await channels.unclaimed(NETWORK, 1_000)
      return all.filter((one) => one.id === id).length
    }

    test('is what was charged, until the chain has it', async () => {
      expect(await listed()).toBe(0)
      await take('one', 0)
      await charge('one', 0)
      expect(await listed()).toBe(1)
      await channels.see(made(), { ...SEEN, claimed: 1_000 }, 30)
      expect(await listed()).toBe(0)
      expect((await now()).unclaimedSince).toBe(0)
    })

    test('comes first where its payer withdraws', async () => {
      await take('one', 0)
      await charge('one', 0)
      await channels.see(made(), { ...SEEN, withdrawAt: 9 }, 30)
      expect((await channels.unclaimed(NETWORK, 1))[0]?.withdrawAt).toBe(9)
      await channels.see(made(), { ...SEEN, claimed: 1_000 }, 31)
    })
  })

  test('a refund frees the channel, and a whole one forgets the credit', async () => {
    await take('one', 0)
    await charge('one', 0)
    await db().batch([channels.crediting(id, 400)])
    await take('refund', 1_000)
    await db().batch(channels.refunded(id, 'refund', true, 40))
    expect(await now()).toMatchObject({ charged: 600, credit: 0, holder: null, refunded: 40 })
  })

  test('known channels are read again when events name them, and young ones always', async () => {
    const read = async (ids: readonly string[], at: number) =>
      (await channels.toRead(NETWORK, ids, at)).filter((one) => one.id === id).length
    expect(await read([], 50)).toBe(0)
    expect(await read([id, '0xunknown'], 50)).toBe(1)
    await db().batch([channels.seeing(id, SEEN, 40, 60)])
    expect(await read([], 50)).toBe(1)
    expect(await read([], 60)).toBe(0)
  })

  test('what never held anything is forgotten', async () => {
    await channels.see(made(), { ...SEEN, balance: 0 }, 6)
    await channels.forget(5)
    expect(await channels.find(id)).not.toBeNull()
    await channels.forget(7)
    expect(await channels.find(id)).toBeNull()
  })
}
