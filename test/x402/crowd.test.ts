/** @module-tag long */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { atOnce } from '../support/calls.ts'
import { openShop, PRICE, receiptOf, signedIn, type Shop } from '../support/x402-shop.ts'

const WALLETS = 50
const CALLS_EACH = 3

/** Many payers at once: none that can pay is refused, and nothing is settled twice. */
describe.each([
  ['a block for every transaction', 0],
  ['a block every second', 1],
])('on a chain with %s', (_how, blockSeconds) => {
  let shop: Shop

  beforeAll(async () => {
    shop = await openShop({ blockSeconds }, { settings: { SETTLEMENT_WAIT_SECONDS: '15' } })
  })
  afterAll(() => shop.close())

  test(`${WALLETS} wallets buy ${CALLS_EACH} times each, and each call is paid once`, async () => {
    const { chain } = shop
    const before = await chain.received()
    const buyers = await atOnce(WALLETS, (at) =>
      chain.wallet(`${blockSeconds} ${at}`, PRICE * BigInt(CALLS_EACH)),
    )
    const heard = await atOnce(WALLETS * CALLS_EACH, async (at) => {
      const text = `call ${at}`
      const headers = await shop.pay(buyers[at % WALLETS]!, 'fixture-echo', { text })
      return shop.send('fixture-echo', headers, { text })
    })
    expect(heard.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([])
    expect(await chain.received()).toBe(before + PRICE * BigInt(WALLETS * CALLS_EACH))
    const sales = await shop.service().sales()
    expect(new Set(sales.map(({ callId }) => callId)).size).toBe(WALLETS * CALLS_EACH)
    const transactions = new Set(heard.map((each) => receiptOf(each).transaction))
    expect(transactions.size).toBeLessThan(heard.length)
    for (const { address } of buyers) expect(await chain.held(address)).toBe(0n)
  })

  test('one balance for three calls pays three of ten, and no settlement fails', async () => {
    const { chain, fixtures } = shop
    const gate = 'ten'
    const buyer = await chain.wallet('three calls', PRICE * 3n)
    const payments = await atOnce(10, () => shop.pay(buyer, 'fixture-gate', { gate }))
    const answers = payments.map((headers) => shop.send('fixture-gate', headers, { gate }))
    await fixtures.reached(gate, 3)
    fixtures.open(gate)
    const heard = await Promise.all(answers)
    expect(heard.map(({ status }) => status).toSorted(byNumber)).toEqual([
      ...Array(3).fill(200),
      ...Array(7).fill(402),
    ])
    for (const { status, body } of heard)
      if (status === 402) expect(body['error']).toBe('x402: insufficient_balance')
    expect(fixtures.runs('fixture-gate')).toBe(3)
    expect(await chain.held(buyer.address)).toBe(0n)
  })

  test('a balance read before another payment was settled pays nothing twice', async () => {
    const { chain, fixtures } = shop
    const gate = 'stale'
    const runs = fixtures.runs('fixture-gate')
    const buyer = await chain.wallet('one call', PRICE)
    const [first, second] = await atOnce(2, () => shop.pay(buyer, 'fixture-gate', { gate }))
    const paid = shop.send('fixture-gate', first!, { gate })
    await fixtures.reached(gate, 1)
    const answers = chain.proxy.holdAnswers('eth_call')
    const late = shop.send('fixture-gate', second!, { gate })
    await expect.poll(() => answers.count).toBe(1)
    fixtures.open(gate)
    expect((await paid).status).toBe(200)
    answers.release()
    const { status, body } = await late
    expect(status).toBe(402)
    expect(body['error']).toBe('x402: insufficient_balance')
    expect(fixtures.runs('fixture-gate')).toBe(runs + 1)
  })
})

/** Nonces of the settlement key, when this process is not alone with it. */
describe('a settlement key that another sender uses too', () => {
  let shop: Shop

  beforeAll(async () => {
    shop = await openShop({}, { settings: { SETTLEMENT_WAIT_SECONDS: '15' } })
  })
  afterAll(() => shop.close())

  const echo = async (name: string) => {
    const buyer = await shop.chain.wallet(name)
    const headers = await shop.pay(buyer, 'fixture-echo', { text: name })
    return { headers, answer: shop.send('fixture-echo', headers, { text: name }) }
  }

  test('loses no payment when its nonce was used elsewhere', async () => {
    expect((await (await echo('before')).answer).status).toBe(200)
    await shop.chain.spendNonce()
    await shop.chain.spendNonce()
    expect((await (await echo('after')).answer).status).toBe(200)
  })

  test('loses no payment while both send', async () => {
    const { chain } = shop
    const statuses = await atOnce(20, async (at) => {
      if (at % 4 === 0) await chain.spendNonce({ gwei: 3 }).catch(() => null)
      return (await (await echo(`busy ${at}`)).answer).status
    })
    expect(statuses).toEqual(Array(20).fill(200))
  })

  test('sends a payment again when its nonce was taken over', async () => {
    const { chain } = shop
    const before = await chain.received()
    await chain.pause()
    const { answer } = await echo('pushed')
    await expect.poll(() => chain.waiting()).toBe(1)
    const nonce = Number(
      await chain.rpc('eth_getTransactionCount', [chain.settler.address, 'latest']),
    )
    await chain.spendNonce({ nonce, gwei: 500 })
    await chain.resume()
    expect((await answer).status).toBe(200)
    expect(await chain.received()).toBe(before + PRICE)
  })

  test('raises the fee of a transaction that is stuck', async () => {
    const { chain } = shop
    await chain.pause()
    const { headers, answer } = await echo('stuck')
    await expect.poll(() => chain.waiting()).toBe(1)
    const first = await chain.waitingHashes()
    await expect.poll(() => chain.waitingHashes()).not.toEqual(first)
    expect(await chain.waiting()).toBe(1)
    await chain.resume()
    const heard = await answer
    expect(heard.status).toBe(200)
    expect(first).not.toContain(receiptOf(heard).transaction)
    const { authorization } = signedIn(headers)
    expect(await chain.held(authorization.from)).toBe(1_000_000n - PRICE)
  })
})

function byNumber(a: number, b: number): number {
  return a - b
}
