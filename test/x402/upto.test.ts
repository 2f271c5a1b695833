/** @module-tag long */
import { PERMIT2_ADDRESS } from '@x402/evm'
import { decodePaymentRequiredHeader } from '@x402/core/http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPaymentStore } from '../../src/stores/payments.ts'
import { bearer } from '../support/buyer.ts'
import { call, type CallAnswer } from '../support/calls.ts'
import { createPermitBuyer, type PermitBuyer } from '../support/permit-buyer.ts'
import { openShop, receiptOf, type Shop } from '../support/x402-shop.ts'

/** Calls that cost less than was quoted for them, and payers who have let them. */
let shop: Shop
const PATH = '/api/fixture-metered'
const SETTINGS = { SETTLEMENT_WAIT_SECONDS: '0.5', REFUSALS_PER_MINUTE: '1000' }

beforeAll(async () => {
  shop = await openShop({ permit2: true }, { settings: SETTINGS })
})
afterAll(() => shop.close())

type Headers = Readonly<Record<string, string>>
interface MeteredInput {
  readonly words: number
  readonly used: number
  readonly gate?: string
}

const buyerNamed = (name: string): Promise<PermitBuyer> => createPermitBuyer(shop.chain, name)
const send = (headers: Headers, asked: MeteredInput): Promise<CallAnswer> =>
  shop.send('fixture-metered', headers, asked)
const soldTo = async ({ address }: { readonly address: string }) =>
  (await shop.service().sales()).filter(({ payer }) => payer === address.toLowerCase())
const offersOf = ({ headers }: CallAnswer) =>
  decodePaymentRequiredHeader(String(headers['payment-required'])).accepts
const stateOf = async (headers: Headers) =>
  (await createPaymentStore(shop.service().db).find(await proofOf(headers)))?.state

async function proofOf(headers: Headers): Promise<string> {
  const text = Buffer.from(String(headers['payment-signature']), 'base64').toString()
  const { payload } = JSON.parse(text) as {
    payload: { permit2Authorization: { from: string; nonce: string } }
  }
  const { from, nonce } = payload.permit2Authorization
  return `x402:${shop.chain.network.id}:permit2:${from.toLowerCase()}:${BigInt(nonce)}`
}

/** Runs something, and answers what the service has received meanwhile. */
async function received(act: () => Promise<unknown>): Promise<bigint> {
  const before = await shop.chain.received()
  await act()
  return (await shop.chain.received()) - before
}

describe('an offer', () => {
  test('of upto follows the exact one', async () => {
    const offers = offersOf(await call(shop.service(), PATH, { body: { words: 5, used: 2 } }))
    expect(offers.map(({ scheme, amount }) => [scheme, amount])).toEqual([
      ['exact', '5000'],
      ['upto', '5000'],
    ])
    expect(offers[1]?.extra).toMatchObject({
      assetTransferMethod: 'permit2',
      facilitatorAddress: shop.chain.settler.address,
    })
  })

  test('of a call that costs its quote is exact', async () => {
    const offers = offersOf(
      await call(shop.service(), '/api/fixture-quoted', { body: { words: 5 } }),
    )
    expect(offers.map(({ scheme }) => scheme)).toEqual(['exact'])
  })

  test('is exact where the chain has no Permit2', async () => {
    const code = await shop.chain.rpc('eth_getCode', [PERMIT2_ADDRESS, 'latest'])
    await shop.chain.rpc('anvil_setCode', [PERMIT2_ADDRESS, '0x'])
    await shop.reopen({ settings: SETTINGS }, async () => {})
    const offers = offersOf(await call(shop.service(), PATH, { body: { words: 5 } }))
    await shop.chain.rpc('anvil_setCode', [PERMIT2_ADDRESS, code])
    await shop.reopen({ settings: SETTINGS }, async () => {})
    expect(offers.map(({ scheme }) => scheme)).toEqual(['exact'])
  })
})

describe('a stock client that pays at most a quote', () => {
  test('pays what the call has cost, as sale, receipt and log say', async () => {
    const buyer = await buyerNamed('metered')
    const asked = { words: 5, used: 2 }
    let heard: Response | undefined
    const moved = await received(async () => {
      heard = await buyer.fetch(`${shop.service().url}${PATH}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(asked),
      })
    })
    expect([heard?.status, moved]).toEqual([200, 2_000n])
    const receipt = JSON.parse(
      Buffer.from(heard?.headers.get('payment-response') ?? '', 'base64').toString(),
    ) as object
    const [sale, ...others] = await soldTo(buyer)
    expect(others).toEqual([])
    expect(sale).toMatchObject({ rail: 'x402', amount: 2_000 })
    expect(receipt).toMatchObject({ success: true, amount: '2000', transaction: sale?.reference })
  })

  test('never pays more than it was quoted', async () => {
    const buyer = await buyerNamed('clamped')
    const asked = { words: 3, used: 9 }
    const headers = await buyer.payFor(shop.service(), PATH, asked)
    expect(await received(() => send(headers, asked))).toBe(3_000n)
    expect(await soldTo(buyer)).toMatchObject([{ amount: 3_000 }])
  })

  test('pays nothing for a call that has cost nothing', async () => {
    const buyer = await buyerNamed('for nothing')
    const asked = { words: 3, used: 0 }
    const headers = await buyer.payFor(shop.service(), PATH, asked)
    let heard: CallAnswer | undefined
    expect(await received(async () => (heard = await send(headers, asked)))).toBe(0n)
    expect(heard?.status).toBe(200)
    expect(receiptOf(heard!)).toMatchObject({ success: true, amount: '0', transaction: '' })
    expect(await soldTo(buyer)).toMatchObject([{ amount: 0, reference: null }])
    expect((await send(headers, { words: 3, used: 1 })).body['error']).toMatch(/used already/)
  })

  test('gets the answer again under its key, and no other one', async () => {
    const buyer = await buyerNamed('replays')
    const asked = { words: 4, used: 1 }
    const paid = await buyer.payFor(shop.service(), PATH, asked)
    const headers = { ...paid, 'idempotency-key': 'replays' }
    const [first, again] = [await send(headers, asked), await send(headers, asked)]
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(again.headers['x-idempotent-replay']).toBe('true')
    expect(receiptOf(again)).toEqual(receiptOf(first))
    expect((await send(headers, { words: 4, used: 2 })).status).toBe(402)
    expect(await soldTo(buyer)).toHaveLength(1)
  })

  test('cannot reserve one balance twice', async () => {
    const buyer = await buyerNamed('promises twice')
    await shop.chain.give(buyer.address, 9_000n)
    const asked = { words: 6, used: 1, gate: 'promises' }
    const first = send(await buyer.payFor(shop.service(), PATH, asked), asked)
    await shop.fixtures.reached('promises')
    const second = await send(await buyer.payFor(shop.service(), PATH, asked), asked)
    expect([second.status, second.body['error']]).toEqual([402, 'x402: insufficient_balance'])
    shop.fixtures.open('promises')
    expect((await first).status).toBe(200)
  })

  test.each<[string, (permit: Permit, accepted: Record<string, string>) => void]>([
    ['another payee', ({ witness }) => (witness.to = PERMIT2_ADDRESS)],
    ['another token', ({ permitted }) => (permitted.token = PERMIT2_ADDRESS)],
    ['another amount', ({ permitted }) => (permitted.amount = '1')],
    ['another signer', (permit) => (permit.from = PERMIT2_ADDRESS)],
    ['later', ({ witness }) => (witness.validAfter = '99999999999')],
    ['no longer', (permit) => (permit.deadline = '1000')],
    ['an exact offer', (_permit, accepted) => (accepted['scheme'] = 'exact')],
  ])('is refused with a permit for %s, and no tool runs', async (_what, change) => {
    const buyer = await buyerNamed('forger')
    const asked = { words: 2, used: 1 }
    const runs = shop.fixtures.runs('fixture-metered')
    const headers = changed(await buyer.payFor(shop.service(), PATH, asked), change)
    expect([402, 422]).toContain((await send(headers, asked)).status)
    expect(shop.fixtures.runs('fixture-metered')).toBe(runs)
  })

  test('cannot have a transfer of one amount settled for less', async () => {
    const asked = { words: 5, used: 1 }
    const headers = changed(
      await shop.pay(await shop.chain.wallet('exact in upto'), 'fixture-metered', asked),
      (_permit, accepted) => (accepted['scheme'] = 'upto'),
    )
    const heard = await send(headers, asked)
    expect([heard.status, heard.body['error']]).toEqual([
      402,
      'x402: a transfer of one amount cannot be settled for less',
    ])
  })
})

interface Permit {
  from: string
  deadline: string
  permitted: { token: string; amount: string }
  witness: { to: string; validAfter: string }
}

function changed(
  headers: Headers,
  change: (permit: Permit, accepted: Record<string, string>) => void,
): Headers {
  const text = Buffer.from(String(headers['payment-signature']), 'base64').toString()
  const payment = JSON.parse(text) as {
    payload: { permit2Authorization: Permit }
    accepted: Record<string, string>
  }
  change(payment.payload.permit2Authorization, payment.accepted)
  return { 'payment-signature': Buffer.from(JSON.stringify(payment)).toString('base64') }
}

describe('a payer who is drained while the tool runs', () => {
  test('gets a new quote, and can pay with the same permit later', async () => {
    const buyer = await buyerNamed('drained')
    const asked = { words: 5, used: 2, gate: 'drained' }
    const headers = await buyer.payFor(shop.service(), PATH, asked)
    const answer = send(headers, asked)
    await shop.fixtures.reached('drained')
    await shop.chain.give(buyer.address, 0n)
    shop.fixtures.open('drained')
    const heard = await answer
    expect([heard.status, receiptOf(heard).success]).toEqual([402, false])
    expect(offersOf(heard).map(({ amount }) => amount)).toEqual(['5000', '5000'])
    await shop.chain.give(buyer.address, 5_000n)
    expect(await received(() => send(headers, asked))).toBe(2_000n)
    expect(await soldTo(buyer)).toMatchObject([{ amount: 2_000 }])
  })
})

describe('other ways to pay for the same call', () => {
  test('by exact pay the signed quote', async () => {
    const buyer = await shop.chain.wallet('pays exactly')
    const asked = { words: 5, used: 2 }
    const headers = await shop.pay(buyer, 'fixture-metered', asked)
    expect(await received(() => send(headers, asked))).toBe(5_000n)
    expect(await soldTo(buyer)).toMatchObject([{ amount: 5_000 }])
  })

  test('by credits pay what it has cost', async () => {
    const key = await shop.service().issueKey('$1')
    const heard = await send(bearer(key), { words: 5, used: 2 })
    expect([heard.status, heard.headers['x-credits-balance']]).toEqual([200, '0.998'])
    expect(await shop.service().account(key)).toMatchObject({ balance: 998_000, held: 0 })
  })
})

describe('a settlement that no block takes in time', () => {
  test('is pending, and then paid for what the call has cost', async () => {
    const { chain } = shop
    const buyer = await buyerNamed('patient')
    const asked = { words: 5, used: 2 }
    const headers = await buyer.payFor(shop.service(), PATH, asked)
    await chain.pause()
    const first = await send(headers, asked)
    expect(first.status).toBe(402)
    expect(receiptOf(first)).toMatchObject({ errorReason: 'settlement_pending' })
    expect(await stateOf(headers)).toBe('pending')
    expect((await send(headers, asked)).status).toBe(409)
    const moved = await received(() => chain.resume())
    const again = await send(headers, asked)
    expect([again.status, again.body['used'], moved]).toEqual([200, 2, 2_000n])
    expect(receiptOf(again)).toMatchObject({ success: true, amount: '2000' })
    expect(await soldTo(buyer)).toMatchObject([{ amount: 2_000 }])
  })

  test('is found by the service among other payments of its payer', { tags: 'long' }, async () => {
    const { chain } = shop
    const buyer = await buyerNamed('forgetful')
    const asked = { words: 5, used: 2 }
    await send(await buyer.payFor(shop.service(), PATH, asked), asked)
    const headers = await buyer.payFor(shop.service(), PATH, asked)
    await chain.pause()
    expect((await send(headers, asked)).status).toBe(402)
    await chain.resume()
    await expect.poll(() => stateOf(headers)).toBe('settled')
    const references = (await soldTo(buyer)).map(({ reference }) => reference)
    expect(new Set(references).size).toBe(2)
  })

  test('fails once its permit has ended', { tags: 'long' }, async () => {
    const { chain } = shop
    const buyer = await buyerNamed('late')
    const asked = { words: 5, used: 2 }
    const headers = await buyer.payFor(shop.service(), PATH, asked)
    await chain.pause()
    expect((await send(headers, asked)).status).toBe(402)
    await chain.rpc('evm_increaseTime', [600])
    await chain.resume()
    await expect.poll(() => stateOf(headers)).toBe('failed')
    expect(await soldTo(buyer)).toEqual([])
  })
})
