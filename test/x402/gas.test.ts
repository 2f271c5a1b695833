import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClock, SECOND } from '../support/clock.ts'
import { openShop, PRICE, receiptOf, type Shop } from '../support/x402-shop.ts'

/** What the service pays for settling by itself, whatever a payer's wallet does. */
let shop: Shop
const clock = createClock()

beforeAll(async () => {
  shop = await openShop(
    { permit2: true },
    { settings: { REFUSALS_PER_MINUTE: '1000' }, now: clock.now },
  )
})
afterAll(() => shop.close())

/** Transactions that the settlement key has sent. */
const sent = async (): Promise<number> => {
  const { address } = shop.chain.settler
  return Number(await shop.chain.rpc('eth_getTransactionCount', [address, 'pending']))
}

const AGREES = '631626ba7e60e01b60005260206000f3'
/** Counts down from a number of rounds, of some 26 gas each, before it agrees to a signature. */
const dear = (rounds: number): string =>
  `0x62${rounds.toString(16).padStart(6, '0')}5b60019003806004575 0${AGREES}`.replace(' ', '')
const setCode = (address: string, code: string) => shop.chain.rpc('anvil_setCode', [address, code])

describe('a wallet that is a contract', () => {
  test.each([50_000, 800_000])(
    'is refused before the tool runs when its check takes %i rounds',
    async (rounds) => {
      const wallet = await shop.chain.contractWallet(`dear ${rounds}`, { agrees: true })
      await setCode(wallet.address, dear(rounds))
      const headers = await shop.pay(wallet, 'fixture-echo', { text: 'x' })
      const before = [await sent(), shop.fixtures.runs('fixture-echo')]
      const heard = await shop.send('fixture-echo', headers, { text: 'x' })
      expect([heard.status, heard.body['error']]).toEqual([402, 'x402: settlement_gas_too_high'])
      expect([await sent(), shop.fixtures.runs('fixture-echo')]).toEqual(before)
    },
  )

  test('is not settled when it has become dear while the tool ran', async () => {
    const wallet = await shop.chain.contractWallet('dear later', { agrees: true })
    const asked = { gate: 'dear later' }
    const headers = await shop.pay(wallet, 'fixture-gate', asked)
    const answer = shop.send('fixture-gate', headers, asked)
    await shop.fixtures.reached(asked.gate)
    await setCode(wallet.address, dear(800_000))
    const before = await sent()
    shop.fixtures.open(asked.gate)
    const heard = await answer
    expect([heard.status, receiptOf(heard).errorReason]).toEqual([402, 'settlement_gas_too_high'])
    expect(await sent()).toBe(before)
  })

  test('pays when its check is cheap', async () => {
    const wallet = await shop.chain.contractWallet('cheap', { agrees: true })
    await setCode(wallet.address, dear(1_000))
    const headers = await shop.pay(wallet, 'fixture-echo', { text: 'x' })
    expect((await shop.send('fixture-echo', headers, { text: 'x' })).status).toBe(200)
  })
})

describe('a payer who is drained while the tool runs', () => {
  test('costs no gas when the tool took some seconds', async () => {
    const buyer = await shop.chain.wallet('drained slowly')
    const asked = { gate: 'drained slowly' }
    const headers = await shop.pay(buyer, 'fixture-gate', asked)
    const answer = shop.send('fixture-gate', headers, asked)
    await shop.fixtures.reached(asked.gate)
    await shop.chain.give(buyer.address, 0n)
    clock.advance(3 * SECOND)
    const before = await sent()
    shop.fixtures.open(asked.gate)
    const heard = await answer
    expect([heard.status, receiptOf(heard).errorReason]).toEqual([402, 'insufficient_balance'])
    expect(await sent()).toBe(before)
    await shop.chain.give(buyer.address, PRICE)
    expect((await shop.send('fixture-gate', headers, asked)).status).toBe(200)
  })
})

describe('a coin whose price the operator has set', () => {
  const buy = async (name: string) => {
    const buyer = await shop.chain.wallet(name)
    const headers = await shop.pay(buyer, 'fixture-echo', { text: 'x' })
    return shop.send('fixture-echo', headers, { text: 'x' })
  }
  const priced = (dollars: string) => ({
    settings: { GAS_COIN_USD: `${shop.chain.network.id}=${dollars}` },
    now: clock.now,
  })

  test('keeps the service from paying more for gas than it earns', async () => {
    await shop.reopen(priced('30000'), async () => {})
    const before = [await sent(), shop.fixtures.runs('fixture-echo')]
    const heard = await buy('too dear')
    expect([heard.status, heard.body['error']]).toEqual([402, 'x402: settlement_costs_too_much'])
    expect([await sent(), shop.fixtures.runs('fixture-echo')]).toEqual(before)
  })

  test('lets payments through that earn more than their gas costs', async () => {
    await shop.reopen(priced('0.01'), async () => {})
    expect((await buy('worth it')).status).toBe(200)
  })
})
