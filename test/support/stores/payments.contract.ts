import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  ATTEMPTS_MAX,
  createPaymentStore,
  type PaymentStore,
} from '../../../src/stores/payments.ts'
import { atOnce } from '../calls.ts'
import { countTrue, useDatabase, type Engine } from '../engines.ts'

const NOW = 1_000
const LEASE = 2_000
const UNTIL = 9_000
const GOOD = { payer: '0xaa', amount: 1_000 }
const KEPT = { reply: 'answer', data: '{"signed":1}' }
const SALE = { ...GOOD, network: 'eip155:1', reference: '0xbb', reply: 'told again' }

export function paymentsContract(engine: Engine): void {
  const db = useDatabase(engine)
  let payments: PaymentStore
  let proof: string

  beforeEach(() => {
    payments = createPaymentStore(db())
    proof = randomUUID()
  })

  function claim(callId: string, now = NOW, lease = LEASE): Promise<boolean> {
    const asked = { rail: 'test', slug: 'tool', request: `asked by ${callId}` }
    return payments.claim({ proof, callId, ...asked, lease, until: UNTIL }, now)
  }
  const settle = () => db().batch([payments.settle(proof, SALE, NOW)])
  const verify = (callId: string) => payments.verify(proof, callId, GOOD, NOW)
  const deliver = (callId: string) => payments.deliver(proof, callId, KEPT, NOW)
  const isUnresolved = async (now: number) =>
    (await payments.unresolved(now)).some((payment) => payment.proof === proof)

  async function delivering(): Promise<void> {
    await claim('a')
    await verify('a')
    await deliver('a')
  }

  describe('a claim', () => {
    test('has one winner among 20 at once', async () => {
      expect(countTrue(await atOnce(20, (at) => claim(`call ${at}`)))).toBe(1)
      expect(await payments.find(proof)).toMatchObject({ state: 'claimed', attempts: 1 })
    })

    test('says who holds the proof, and for what', async () => {
      await claim('a')
      const said = { rail: 'test', slug: 'tool', callId: 'a', request: 'asked by a', lease: LEASE }
      expect(await payments.find(proof)).toMatchObject({ ...said, until: UNTIL, reply: null })
    })

    test.each(['claimed', 'verified'])('that was %s holds until its lease ends', async (state) => {
      await claim('dead')
      if (state === 'verified') await verify('dead')
      expect(await claim('early', LEASE - 1)).toBe(false)
      const heirs = await atOnce(20, (at) => claim(`heir ${at}`, LEASE, LEASE + 500))
      expect(countTrue(heirs)).toBe(1)
      const found = await payments.find(proof)
      expect(found?.callId).toMatch(/^heir/)
      expect(found).toMatchObject({ state: 'claimed', attempts: 2, lease: LEASE + 500 })
    })

    test('may be tried a few times and no more', async () => {
      for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
        expect(await claim(`call ${attempt}`)).toBe(true)
        await payments.fail(proof, `call ${attempt}`, NOW)
      }
      expect(await claim('one too many')).toBe(false)
    })
  })

  describe('a failure', () => {
    test('frees the proof for one of many', async () => {
      await claim('a')
      expect(await payments.fail(proof, 'a', NOW)).toBe(true)
      expect(countTrue(await atOnce(20, (at) => claim(`b ${at}`)))).toBe(1)
    })

    test('can be told by the call that holds the proof, and by no other', async () => {
      await claim('dead')
      await claim('heir', LEASE, LEASE + 500)
      expect(await payments.fail(proof, 'dead', LEASE)).toBe(false)
      expect(await payments.find(proof)).toMatchObject({ state: 'claimed', callId: 'heir' })
    })

    test('forgets an answer that was not paid for', async () => {
      await delivering()
      await payments.fail(proof, 'a', NOW)
      expect(await payments.find(proof)).toMatchObject({ state: 'failed', reply: null, data: null })
    })
  })

  describe('a delivery', () => {
    test('is of the call that holds it', async () => {
      await claim('a')
      expect(await verify('b')).toBe(false)
      expect(await verify('a')).toBe(true)
      expect(await deliver('b')).toBe(false)
      expect(await deliver('a')).toBe(true)
      expect(await payments.find(proof)).toMatchObject({ state: 'delivering', ...KEPT })
    })

    test('may be noted before it is noted that it was verified', async () => {
      await claim('a')
      expect(await deliver('a')).toBe(true)
      expect(await verify('a')).toBe(false)
      expect(await payments.find(proof)).toMatchObject({ state: 'delivering', ...KEPT })
    })

    test('is not taken over by another call, whatever the time', async () => {
      await delivering()
      expect(await claim('b', LEASE + 1)).toBe(false)
      await payments.pend(proof, LEASE, NOW)
      expect(await claim('b', LEASE + 1)).toBe(false)
    })

    test('that nobody ended is to be found out about, now and then', async () => {
      await delivering()
      expect(await isUnresolved(LEASE - 1)).toBe(false)
      expect(await isUnresolved(LEASE)).toBe(true)
      expect(await payments.pend(proof, LEASE + 500, LEASE)).toBe(true)
      expect(await payments.find(proof)).toMatchObject({ state: 'pending', ...KEPT })
      expect(await isUnresolved(LEASE + 499)).toBe(false)
      expect(await isUnresolved(LEASE + 500)).toBe(true)
      await settle()
      expect(await isUnresolved(UNTIL)).toBe(false)
    })

    test('that is given up has failed, and what is known of it stays for weeks', async () => {
      await delivering()
      expect(await payments.lose(proof, 'b', UNTIL)).toBe(false)
      expect(await payments.lose(proof, 'a', UNTIL)).toBe(true)
      await payments.forget(UNTIL)
      expect(await payments.find(proof)).toMatchObject({ state: 'failed', ...KEPT })
      expect(await isUnresolved(UNTIL)).toBe(false)
      expect(await claim('b', UNTIL)).toBe(true)
    })

    test('that was settled cannot be given up', async () => {
      await delivering()
      await settle()
      expect(await payments.lose(proof, 'a', UNTIL)).toBe(false)
    })

    test('may be a stream, whose answer is known later', async () => {
      await delivering()
      await payments.pend(proof, LEASE, NOW)
      expect(await payments.keep(proof, 'b', 'read out', NOW)).toBe(false)
      expect(await payments.keep(proof, 'a', 'read out', NOW)).toBe(true)
      expect(await payments.find(proof)).toMatchObject({ state: 'pending', reply: 'read out' })
    })

    test('cannot be pending before it began, or after it ended', async () => {
      await claim('a')
      expect(await payments.pend(proof, LEASE, NOW)).toBe(false)
      await settle()
      expect(await payments.pend(proof, LEASE, NOW)).toBe(false)
    })
  })

  describe('a settlement', () => {
    test('is the end: kept with its answer, neither claimed nor failed again', async () => {
      await delivering()
      expect(await settle()).toBe(true)
      expect(await claim('b', LEASE + 1)).toBe(false)
      expect(await payments.fail(proof, 'a', NOW)).toBe(false)
      const end = { state: 'settled', reply: SALE.reply, data: null }
      expect(await payments.find(proof)).toMatchObject(end)
    })

    test('keeps who paid what, where', async () => {
      await claim('a')
      await settle()
      const sql = 'select amount, payer, network, reference from payments where proof = $1'
      const { reply: _, ...kept } = SALE
      expect(await db().one(sql, [proof])).toEqual(kept)
    })
  })

  describe('a resume token', () => {
    test('leads to its payment until it is redeemed, or an hour has gone by', async () => {
      await delivering()
      expect(await payments.setResume(proof, 'b', `of ${proof}`)).toBe(false)
      expect(await payments.setResume(proof, 'a', `of ${proof}`)).toBe(true)
      await settle()
      expect(await payments.byResume(`of ${proof}`)).toMatchObject({ proof, reply: SALE.reply })
      expect(countTrue(await atOnce(5, () => payments.redeem(`of ${proof}`)))).toBe(1)
      expect(await payments.byResume(`of ${proof}`)).toBeNull()
    })
  })

  test('a proof that is spent is used from then on, whatever the time', async () => {
    const asked = { rail: 'test', slug: 'tool', request: '', lease: LEASE, until: UNTIL }
    const spend = (callId: string) => payments.spend({ proof, callId, ...asked }, NOW)
    expect(countTrue(await atOnce(20, (at) => spend(`call ${at}`)))).toBe(1)
    expect(await claim('a', LEASE)).toBe(false)
    await payments.fail(proof, 'a', NOW)
    expect(await spend('again')).toBe(false)
    await payments.forget(UNTIL - 1)
    expect(await payments.find(proof)).toMatchObject({ state: 'spent' })
    await payments.forget(UNTIL)
    expect(await payments.find(proof)).toBeNull()
  })

  test('a failed claim is forgotten within minutes, however long its payment is good', async () => {
    const [asked, late] = [{ rail: 'test', slug: 'tool', request: '' }, NOW + 31 * 86_400_000]
    await payments.claim({ proof, callId: 'a', ...asked, lease: late, until: late }, NOW)
    await payments.fail(proof, 'a', NOW)
    await payments.forget(NOW + 11 * 60_000)
    expect(await payments.find(proof)).toBeNull()
  })

  test('a claim that is taken again is remembered for as long as its payment is good', async () => {
    await claim('a')
    await payments.fail(proof, 'a', NOW)
    await claim('b')
    expect(await payments.find(proof)).toMatchObject({ callId: 'b', until: UNTIL })
  })

  describe('memory', () => {
    test('lasts as long as the proof could be used', async () => {
      await claim('a')
      await settle()
      await payments.forget(UNTIL - 1)
      expect(await payments.find(proof)).not.toBeNull()
      await payments.forget(UNTIL)
      expect(await payments.find(proof)).toBeNull()
    })

    test('lasts longer for a proof that is in use', async () => {
      await claim('a', NOW, UNTIL + 1)
      await payments.forget(UNTIL)
      expect(await payments.find(proof)).toMatchObject({ state: 'claimed' })
    })

    test('lasts until somebody knows what became of the money', async () => {
      await delivering()
      await payments.forget(UNTIL)
      expect(await payments.find(proof)).toMatchObject({ state: 'delivering' })
    })
  })
}
