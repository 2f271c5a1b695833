import { encodeAbiParameters, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeHeader, readPayload } from '../../src/selling/payments/x402/payload.ts'
import { createPaymentStore } from '../../src/stores/payments.ts'
import { tampered } from '../support/buyer.ts'
import type { CallAnswer } from '../support/calls.ts'
import { useNonce } from '../support/contracts/permit2.ts'
import { createPermitBuyer } from '../support/permit-buyer.ts'
import { openShop, PRICE, receiptOf, type Shop } from '../support/x402-shop.ts'

/** Payers whom only the reference facilitator knows, from the quote to the last replay. */
let shop: Shop
const PATH = '/api/fixture-echo'

beforeAll(async () => {
  shop = await openShop(
    { permit2: true },
    { settings: { SETTLEMENT_WAIT_SECONDS: '0.5', REFUSALS_PER_MINUTE: '1000' } },
  )
})
afterAll(() => shop.close())

type Headers = Readonly<Record<string, string>>

interface Payer {
  readonly address: string
  pay(text: string): Promise<Headers>
}

const KINDS: Readonly<Record<string, (name: string) => Promise<Payer>>> = {
  'a wallet that is a contract': async (name) => {
    const wallet = await shop.chain.contractWallet(name, { agrees: true })
    return { ...wallet, pay: (text) => shop.pay(wallet, 'fixture-echo', { text }) }
  },
  'an account that delegates to a contract (EIP-7702)': async (name) => {
    const wallet = await shop.chain.wallet(name)
    await shop.chain.delegate(wallet.address, { agrees: true })
    return { ...wallet, pay: (text) => shop.pay(wallet, 'fixture-echo', { text }) }
  },
  'an account that pays through Permit2': async (name) => {
    const buyer = await createPermitBuyer(shop.chain, name, 'exact')
    return { ...buyer, pay: (text) => buyer.payFor(shop.service(), PATH, { text }) }
  },
}

const echo = (headers: Headers, text: string): Promise<CallAnswer> =>
  shop.send('fixture-echo', headers, { text })
const soldTo = async ({ address }: Payer) =>
  (await shop.service().sales()).filter(({ payer }) => payer === address.toLowerCase())
async function stateOf(headers: Headers): Promise<string | undefined> {
  const proof = readPayload(decodeHeader(String(headers['payment-signature'])))?.proof ?? ''
  return (await createPaymentStore(shop.service().db).find(proof))?.state
}

describe.each(Object.entries(KINDS))('%s', (kind, open) => {
  const payerNamed = (name: string): Promise<Payer> => open(`${kind} ${name}`)

  test('pays the price, has a receipt, and gets the answer again', async () => {
    const payer = await payerNamed('pays')
    const before = await shop.chain.received()
    const headers = { ...(await payer.pay('paid')), 'idempotency-key': `${kind} again` }
    const heard = await echo(headers, 'paid')
    expect([heard.status, heard.body['text']]).toEqual([200, 'paid'])
    expect(await shop.chain.received()).toBe(before + PRICE)
    const [sale, ...others] = await soldTo(payer)
    expect(others).toEqual([])
    expect(receiptOf(heard)).toMatchObject({ success: true, transaction: sale?.reference })
    const again = await echo(headers, 'paid')
    expect([again.status, again.headers['x-idempotent-replay']]).toEqual([200, 'true'])
    expect((await echo(headers, 'else')).body['error']).toMatch(/used already/)
    expect(await shop.chain.received()).toBe(before + PRICE)
  })

  test('is pending while the block is late, and has paid when it comes', async () => {
    const payer = await payerNamed('waits')
    const before = await shop.chain.received()
    const headers = await payer.pay('late')
    await shop.chain.pause()
    const first = await echo(headers, 'late')
    expect(first.status).toBe(402)
    expect(receiptOf(first)).toMatchObject({ errorReason: 'settlement_pending' })
    expect((await echo(headers, 'late')).status).toBe(409)
    await shop.chain.resume()
    const again = await echo(headers, 'late')
    expect([again.status, again.body['text']]).toEqual([200, 'late'])
    expect(await soldTo(payer)).toHaveLength(1)
    expect(await shop.chain.received()).toBe(before + PRICE)
  })

  test('is charged by the service, though it never comes back', { tags: 'long' }, async () => {
    const payer = await payerNamed('leaves')
    const headers = await payer.pay('gone')
    await shop.chain.pause()
    expect((await echo(headers, 'gone')).status).toBe(402)
    await shop.chain.resume()
    await expect.poll(() => stateOf(headers)).toBe('settled')
    expect(await soldTo(payer)).toHaveLength(1)
  })

  test('that is poor is refused, and no tool runs', async () => {
    const payer = await payerNamed('is poor')
    await shop.chain.give(payer.address, PRICE - 1n)
    const runs = shop.fixtures.runs('fixture-echo')
    expect((await echo(await payer.pay('x'), 'x')).status).toBe(402)
    expect(shop.fixtures.runs('fixture-echo')).toBe(runs)
  })
})

describe('a signature that its contract does not agree to', () => {
  test('does not pay for an account that delegates to the contract', async () => {
    const wallet = await shop.chain.wallet('disowned')
    await shop.chain.delegate(wallet.address, { agrees: false })
    const headers = await shop.pay(wallet, 'fixture-echo', { text: 'x' })
    const runs = shop.fixtures.runs('fixture-echo')
    expect((await echo(headers, 'x')).status).toBe(402)
    expect(shop.fixtures.runs('fixture-echo')).toBe(runs)
  })
})

describe('an account without code', () => {
  test('gets at most one unpaid run when it becomes a contract that refuses', async () => {
    const wallet = await shop.chain.wallet('turncoat')
    const buy = async (text: string) => echo(await shop.pay(wallet, 'fixture-echo', { text }), text)
    expect((await buy('plain')).status).toBe(200)
    await shop.chain.delegate(wallet.address, { agrees: false })
    const runs = shop.fixtures.runs('fixture-echo')
    const before = await shop.chain.received()
    expect((await buy('one')).status).toBe(402)
    expect((await buy('two')).status).toBe(402)
    expect(shop.fixtures.runs('fixture-echo')).toBe(runs + 1)
    expect(await shop.chain.received()).toBe(before)
  })
})

describe('a signature for a contract that is not deployed yet (ERC-6492)', () => {
  const MAGIC = '6492'.repeat(16)
  const FACTORY = '0x00000000000000000000000000000000000fac70'

  const wrapped = (headers: Headers): Headers =>
    tampered(headers, ({ payload }) => {
      const parts = [FACTORY, '0x1234', payload.signature as Hex] as const
      const types = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const
      payload.signature = `${encodeAbiParameters(types, parts)}${MAGIC}`
    })

  test('pays when the contract exists', async () => {
    const wallet = await shop.chain.contractWallet('made already', { agrees: true })
    const headers = wrapped(await shop.pay(wallet, 'fixture-echo', { text: 'x' }))
    const before = await shop.chain.received()
    expect((await echo(headers, 'x')).status).toBe(200)
    expect(await shop.chain.received()).toBe(before + PRICE)
  })

  test('does not pay when the contract does not exist', async () => {
    const headers = wrapped(
      await shop.pay(await shop.chain.wallet('not made yet'), 'fixture-echo', { text: 'x' }),
    )
    const runs = shop.fixtures.runs('fixture-echo')
    const heard = await echo(headers, 'x')
    expect([heard.status, heard.body['error']]).toEqual([
      402,
      expect.stringMatching(/factory|not_allowed/),
    ])
    expect(shop.fixtures.runs('fixture-echo')).toBe(runs)
  })
})

describe('a permit that its payer revokes', () => {
  test('while the tool runs buys nothing, and stays pending', async () => {
    const buyer = await createPermitBuyer(shop.chain, 'takes back', 'exact')
    const asked = { gate: 'takes back' }
    const headers = await buyer.payFor(shop.service(), '/api/fixture-gate', asked)
    const answer = shop.send('fixture-gate', headers, asked)
    await shop.fixtures.reached('takes back')
    await useNonce(shop.chain.rpc, buyer.address, nonceIn(headers))
    const before = await shop.chain.received()
    shop.fixtures.open('takes back')
    const heard = await answer
    expect(heard.status).toBe(402)
    expect(receiptOf(heard)).toMatchObject({ errorReason: 'settlement_pending' })
    expect(await shop.chain.received()).toBe(before)
    expect((await soldTo(buyer as unknown as Payer)).length).toBe(0)
  })

  const nonceIn = (headers: Headers): bigint =>
    BigInt(readPayload(decodeHeader(String(headers['payment-signature'])))?.permit2?.nonce ?? 0)
})
