import { privateKeyToAccount } from 'viem/accounts'
import { Transaction } from 'viem/tempo'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../src/outside/net/request.ts'
import { usdOf } from '../../src/base/core/money.ts'
import type { Authorization } from '../../src/selling/payments/rail.ts'
import { PATH_USD } from '../../src/outside/chains/tempo/tokens.ts'
import { rpc } from '../../src/service/sandbox/anvil.ts'
import { tamperedMpp, tempoMethod, wireOf } from '../support/mpp-buyer.ts'
import {
  openMppMarket,
  openTempoStall,
  payFrom,
  type MppMarket,
  type MppStall,
} from '../support/mpp-stalls.ts'
import { requestWith } from '../support/requests.ts'
import { openRpcProxy, type RpcProxy } from '../support/rpc-proxy.ts'
import { QUOTE } from '../support/stalls.ts'

const PRICE = QUOTE.amount
const SENDING = 'eth_sendRawTransactionSync'
const RECEIPT = 'eth_getTransactionReceipt'
const SIMULATING = 'eth_call'

const client = createClient({ policy: 'trusted' })
let market: MppMarket
let proxy: RpcProxy
let stall: MppStall

beforeAll(async () => {
  market = await openMppMarket()
  proxy = await openRpcProxy(String(market.sandbox.tempoRpcUrl), client)
  stall = await openTempoStall(market, proxy.url)
})
afterAll(async () => {
  await stall.close()
  await proxy.close()
  await market.close()
  await client.close()
})
afterEach(() => mend())

const chain = (method: string, ...params: unknown[]) =>
  rpc(client, String(market.sandbox.tempoRpcUrl), method, params)

const payer = () => tempoMethod(market.sandbox.tempoRpcUrl)

/** Ends whatever trouble there is with the node. */
function mend(): void {
  for (const method of [SENDING, RECEIPT, SIMULATING]) proxy.break(method, null)
}

async function verified(
  headers?: Readonly<Record<string, string>>,
  quote = QUOTE,
): Promise<Authorization> {
  const credential = stall.rail.claim(requestWith(headers ?? (await stall.pay(quote))))!
  return stall.rail.verify(credential, quote, stall.rail.inspect(credential, quote))
}

/** A payment whose transaction never reached the chain. */
async function lost(): Promise<Authorization> {
  const payment = await verified()
  proxy.break(SENDING, 'lost')
  expect(await stall.rail.settle(payment)).toMatchObject({ state: 'unknown' })
  mend()
  return payment
}

describe('a payment on Tempo', () => {
  test('gives the tool the validity of its signature minus the time to settle', async () => {
    const { answerBy = 0 } = await verified()
    const left = answerBy - stall.clock.now()
    expect(left).toBeGreaterThan(15_000)
    expect(left).toBeLessThanOrEqual(20_000)
  })

  test('by a plain key proves its sender, and a wallet that is only named does not', async () => {
    const headers = await stall.pay(QUOTE)
    const proven = await verified(headers)
    expect(proven.isUnproven).toBeUndefined()
    const signed = Transaction.deserialize(wireOf(headers).payload['signature'] as never)
    const { signature: inner, from: userAddress, ...rest } = signed as Record<string, unknown>
    const named = { type: 'keychain', version: 'v2', userAddress, inner }
    const written = await Transaction.serialize(rest, named as never)
    const forged = tamperedMpp(headers, ({ payload }) => {
      payload['signature'] = written
    })
    const { payer, isUnproven } = await verified(forged)
    expect({ wallet: payer.wallet, isUnproven }).toEqual({
      wallet: proven.payer.wallet,
      isUnproven: true,
    })
  })

  test('is found on the chain when the answer to its sending was lost', async () => {
    const [payment, before] = [await verified(), await stall.taken()]
    proxy.break(SENDING, 'answer lost')
    expect(await stall.rail.settle(payment)).toMatchObject({
      state: 'settled',
      network: 'eip155:4217',
      receipt: { header: ['payment-receipt', expect.any(String)] },
    })
    expect((await stall.taken()) - before).toBe(PRICE)
  })

  test('is found later when the node cannot be reached', async () => {
    const [payment, before] = [await verified(), await stall.taken()]
    proxy.break(SENDING, 'answer lost')
    proxy.break(RECEIPT, 'lost')
    expect(await stall.rail.settle(payment)).toMatchObject({ state: 'unknown' })
    expect(await stall.rail.trace!(payment)).toMatchObject({ state: 'unknown' })
    mend()
    expect(await stall.rail.trace!(payment)).toMatchObject({ state: 'settled' })
    expect((await stall.taken()) - before).toBe(PRICE)
  })

  test('that never reached the chain is sent again while its signature lives', async () => {
    const [payment, before] = [await lost(), await stall.taken()]
    expect(await stall.rail.retry!(payment)).toMatchObject({ state: 'settled' })
    expect(await stall.rail.trace!(payment)).toMatchObject({ state: 'settled' })
    await stall.rail.retry!(payment)
    expect((await stall.taken()) - before).toBe(PRICE)
  })

  test('that another sender has submitted counts', async () => {
    const headers = await stall.pay(QUOTE)
    const [payment, before] = [await verified(headers), await stall.taken()]
    await chain(SENDING, wireOf(headers).payload['signature'])
    expect(await stall.rail.settle(payment)).toMatchObject({ state: 'settled' })
    expect((await stall.taken()) - before).toBe(PRICE)
  })

  test.each(['lost', 'answer lost'] as const)(
    'cannot be checked without a node: 503 when a question or its answer is %s',
    async (trouble) => {
      const headers = await stall.pay(QUOTE)
      proxy.break(SIMULATING, trouble)
      await expect(verified(headers)).rejects.toMatchObject({ code: 'upstream_unreachable' })
      mend()
      await stall.rail.release(await verified(headers))
    },
  )

  test('is not offered while the node cannot be reached, and then offered again', async () => {
    let ahead = 0
    const rail = stall.railWith({ now: () => Date.now() + ahead })
    const credential = rail.claim(requestWith(await payFrom(payer(), rail, QUOTE)))!
    proxy.break(SIMULATING, 'lost')
    const good = rail.inspect(credential, QUOTE)
    await expect(rail.verify(credential, QUOTE, good)).rejects.toMatchObject({
      code: 'upstream_unreachable',
    })
    expect(rail.challenge(QUOTE).headers).toEqual([])
    ahead = 31_000
    expect(rail.challenge(QUOTE).headers).toHaveLength(1)
  })

  test('by a method that was turned off later stays unknown', async () => {
    const payment = { ...(await verified()), data: { method: 'stripe', held: null } }
    expect(await stall.rail.trace!(payment)).toMatchObject({ state: 'unknown' })
    await stall.rail.release(payment)
  })

  test('whose money was spent meanwhile is refused, and moves nothing', async () => {
    const key = `0x${'88'.repeat(32)}` as const
    const [poor, method] = [privateKeyToAccount(key), tempoMethod(market.sandbox.tempoRpcUrl, key)]
    const dear = { ...QUOTE, amount: usdOf(100_000) }
    await fund(poor.address, dear.amount * 1.5)
    const one = await verified(await payFrom(method, stall.rail, dear), dear)
    const two = await verified(await payFrom(method, stall.rail, dear), dear)
    const before = await stall.taken()
    expect(await stall.rail.settle(one)).toMatchObject({ state: 'settled' })
    const refused = { state: 'refused', reason: expect.stringMatching(/^transaction_/) }
    expect(await stall.rail.settle(two)).toMatchObject(refused)
    expect((await stall.taken()) - before).toBe(dear.amount)
  })

  test('above the balance of the payer is refused before the tool runs', async () => {
    const key = `0x${'99'.repeat(32)}` as const
    const [poor, method] = [privateKeyToAccount(key), tempoMethod(market.sandbox.tempoRpcUrl, key)]
    const dear = { ...QUOTE, amount: usdOf(100_000) }
    await fund(poor.address, dear.amount - 1)
    const signed = await payFrom(method, stall.rail, dear)
    await expect(verified(signed, dear)).rejects.toMatchObject({ code: 'payment_refused' })
    await fund(poor.address, dear.amount)
    await stall.rail.release(await verified(signed, dear))
  })

  test('that never reached the chain fails when its signature has ended', async () => {
    const [payment, before] = [await lost(), await stall.taken()]
    expect(await stall.rail.trace!(payment)).toMatchObject({ state: 'unknown' })
    await chain('evm_increaseTime', 60)
    await chain('evm_mine')
    expect(await stall.rail.trace!(payment)).toMatchObject({
      state: 'refused',
      reason: 'transaction_expired',
    })
    expect(await stall.taken()).toBe(before)
  })
})

/** Test money, from an account of the chain that has plenty. */
async function fund(to: string, amount: number): Promise<void> {
  const words = [to.slice(2), amount.toString(16)].map((word) => word.padStart(64, '0'))
  const [from] = (await chain('eth_accounts')) as string[]
  await chain('eth_sendTransaction', {
    from,
    to: PATH_USD.address,
    data: `0xa9059cbb${words.join('')}`,
  })
}
