import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFacilitators } from '../../src/selling/payments/x402/facilitators.ts'
import { atOnce } from '../support/calls.ts'
import { openTestService } from '../support/service.ts'
import { openShop, PRICE, receiptOf, signedIn, type Shop } from '../support/x402-shop.ts'

/** What happens between a good payment and its settlement, on a chain with a block at once. */
let shop: Shop

beforeAll(async () => {
  shop = await openShop({}, { settings: { SETTLEMENT_WAIT_SECONDS: '8' } })
})
afterAll(() => shop.close())

/** Another account that anvil has funded. */
const OTHER_KEY = '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a'
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** Pays for a tool that waits at a gate, does something there, and lets it answer. */
async function meanwhile(name: string, act: (headers: Signed) => Promise<void>) {
  const buyer = await shop.chain.wallet(name)
  const headers = await shop.pay(buyer, 'fixture-gate', { gate: name })
  const answer = shop.send('fixture-gate', headers, { gate: name })
  await shop.fixtures.reached(name)
  await act(headers)
  shop.fixtures.open(name)
  return { buyer, headers, heard: await answer }
}
type Signed = Readonly<Record<string, string>>

const sold = async (requestId: unknown) =>
  (await shop.service().sales()).filter(({ callId }) => callId === requestId)

describe('a payer who is drained while the tool runs', () => {
  test('gets 402, pays nothing, and can pay with the same signature later', async () => {
    const { chain } = shop
    const before = await chain.received()
    const { buyer, headers, heard } = await meanwhile('drained', async () => {
      await chain.give((await chain.wallet('drained', 0n)).address, 0n)
    })
    expect(heard.status).toBe(402)
    expect(heard.body).not.toHaveProperty('done')
    expect(receiptOf(heard)).toMatchObject({ success: false, transaction: '' })
    expect(await chain.received()).toBe(before)
    expect(await sold(heard.headers['x-request-id'])).toEqual([])

    await chain.give(buyer.address, PRICE)
    const again = await shop.send('fixture-gate', headers, { gate: 'drained' })
    expect(again.status).toBe(200)
    expect(again.headers['x-idempotent-replay']).toBeUndefined()
    expect(await chain.received()).toBe(before + PRICE)
  })

  test('does not fail others of the same batch', async () => {
    const { chain } = shop
    const names = ['rich-1', 'rich-2', 'poor', 'rich-3']
    const gate = 'one batch'
    const headers = await Promise.all(
      names.map(async (name) =>
        shop.pay(await chain.wallet(name, PRICE), 'fixture-gate', { gate }),
      ),
    )
    const answers = headers.map((paid) => shop.send('fixture-gate', paid, { gate }))
    await shop.fixtures.reached(gate, names.length)
    await chain.give((await chain.wallet('poor', 0n)).address, 0n)
    shop.fixtures.open(gate)
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 402, 200])
  })
})

describe('an authorization that somebody else submits', () => {
  const submit = async (paid: Signed) => {
    const { authorization, signature } = signedIn(paid)
    await shop.chain.submit(authorization, signature)
  }

  test('while the tool runs does not count', async () => {
    const { headers, heard } = await meanwhile('elsewhere', submit)
    expect(heard.status).toBe(402)
    expect(heard.body['error']).toBe('Settlement refused: settled_by_another_sender.')
    expect(await sold(heard.headers['x-request-id'])).toEqual([])
    expect((await shop.send('fixture-gate', headers, { gate: 'elsewhere' })).status).toBe(402)
  })

  test('buys one answer from two services with one PAY_TO', async () => {
    const { chain, fixtures } = shop
    const asked = { gate: 'two services' }
    const headers = await shop.pay(await chain.wallet('two services'), 'fixture-gate', asked)
    const strangers = { ...chain.settings, SETTLEMENT_KEY: OTHER_KEY }
    const rival = await openTestService({ tools: fixtures.tools, settings: strangers })
    const answers = [shop.service(), rival].map((service) =>
      shop.sendTo(service, '/api/fixture-gate', headers, asked),
    )
    await fixtures.reached(asked.gate, 2)
    fixtures.open(asked.gate)
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    await rival.stop()
    expect(statuses.toSorted(byNumber)).toEqual([200, 402])
  })

  test('while the tool runs counts with COUNT_FOREIGN_TRANSFERS', async () => {
    await shop.reopen({ settings: { COUNT_FOREIGN_TRANSFERS: 'true' } }, async () => {})
    const { chain } = shop
    const before = await chain.received()
    const { headers, heard } = await meanwhile('front-run', submit)
    expect(heard.status).toBe(200)
    expect(receiptOf(heard)).toMatchObject({ success: true })
    expect(await chain.received()).toBe(before + PRICE)
    const mined = await chain.rpc('eth_getTransactionByHash', [receiptOf(heard).transaction])
    expect(String((mined as { from: string }).from)).not.toBe(chain.settler.address.toLowerCase())
    expect(await sold(heard.headers['x-request-id'])).toHaveLength(1)
    const again = await shop.send('fixture-gate', headers, { gate: 'front-run' })
    expect([again.status, again.body['done']]).toEqual([402, undefined])
    await shop.reopen({ settings: { SETTLEMENT_WAIT_SECONDS: '8' } }, async () => {})
  })

  test('before it is verified pays for nothing', async () => {
    const buyer = await shop.chain.wallet('early bird')
    const headers = await shop.pay(buyer, 'fixture-gate')
    const { authorization, signature } = signedIn(headers)
    await shop.chain.submit(authorization, signature)
    const heard = await shop.send('fixture-gate', headers)
    expect(heard.status).toBe(402)
    expect(heard.body['error']).toMatch(/authorization_used/)
  })
})

describe('an authorization that its payer cancels while the tool runs', () => {
  test('is refused, and will never settle', async () => {
    const { chain } = shop
    const before = await chain.received()
    const { heard } = await meanwhile('cancelled', async (paid) => {
      const { authorization } = signedIn(paid)
      await chain.cancel('cancelled', authorization.nonce)
    })
    expect(heard.status).toBe(402)
    expect(heard.body['error']).toBe('Settlement refused: authorization_canceled.')
    expect(await chain.received()).toBe(before)
  })
})

describe('a wallet that is a contract', () => {
  test('pays through the reference facilitator', async () => {
    const { chain } = shop
    const wallet = await chain.contractWallet('guild', { agrees: true })
    const before = await chain.received()
    const paid = await shop.pay(wallet, 'fixture-echo', { text: 'hi' })
    const headers = { ...paid, 'idempotency-key': 'guild' }
    const heard = await shop.send('fixture-echo', headers, { text: 'hi' })
    expect(heard.status).toBe(200)
    expect(receiptOf(heard)).toMatchObject({ success: true, payer: wallet.address })
    expect(await chain.received()).toBe(before + PRICE)
    const again = await shop.send('fixture-echo', headers, { text: 'hi' })
    expect([again.status, again.headers['x-idempotent-replay']]).toEqual([200, 'true'])
  })

  test('is refused where the contract does not agree', async () => {
    const wallet = await shop.chain.contractWallet('no guild', { agrees: false })
    const headers = await shop.pay(wallet, 'fixture-echo', { text: 'hi' })
    expect((await shop.send('fixture-echo', headers, { text: 'hi' })).status).toBe(402)
  })

  test('and plain wallets settle side by side, under the nonces of one key', async () => {
    const { chain } = shop
    const wallet = await chain.contractWallet('busy guild', { agrees: true })
    const plain = await chain.wallet('busy person')
    const before = await chain.received()
    const statuses = await atOnce(12, async (at) => {
      const headers = await shop.pay(at % 2 ? wallet : plain, 'fixture-echo', { text: 'hi' })
      return (await shop.send('fixture-echo', headers, { text: 'hi' })).status
    })
    expect(statuses).toEqual(Array(12).fill(200))
    expect(await chain.received()).toBe(before + 12n * PRICE)
  })

  test('cannot reserve one balance twice', async () => {
    const wallet = await shop.chain.contractWallet('small guild', {
      agrees: true,
      funds: PRICE * 2n,
    })
    const gate = 'small guild'
    const heard = await atOnce(5, async () => {
      const headers = await shop.pay(wallet, 'fixture-gate', { gate })
      const answer = shop.send('fixture-gate', headers, { gate })
      void shop.fixtures.reached(gate, 2).then(() => shop.fixtures.open(gate))
      return answer
    })
    expect(heard.map(({ status }) => status).toSorted(byNumber)).toEqual([200, 200, 402, 402, 402])
    for (const { status, body } of heard)
      if (status === 402) expect(body['error']).toMatch(/insufficient/)
  })
})

describe('a chain without Multicall3', () => {
  test('is settled on one by one', async () => {
    const { chain, fixtures } = shop
    const asked = { gate: 'one by one' }
    const headers = await atOnce(5, async (at) =>
      shop.pay(await chain.wallet(`single ${at}`), 'fixture-gate', asked),
    )
    const code = await chain.rpc('eth_getCode', [MULTICALL3, 'latest'])
    await chain.rpc('anvil_setCode', [MULTICALL3, '0x'])
    const answers = headers.map((paid) => shop.send('fixture-gate', paid, asked))
    await fixtures.reached(asked.gate, 5)
    fixtures.open(asked.gate)
    const heard = await Promise.all(answers)
    await chain.rpc('anvil_setCode', [MULTICALL3, code])
    expect(heard.map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect(new Set(heard.map((each) => receiptOf(each).transaction)).size).toBe(5)
  })
})

describe('a settlement key', () => {
  test('without gas refuses payments, and its network is not offered', async () => {
    const { chain } = shop
    const { settler, network } = chain
    const held = await chain.rpc('eth_getBalance', [settler.address, 'latest'])
    const troubles: string[] = []
    const facilitators = await openFacilitators({
      networks: [network],
      settlementKey: settler.key,
      rpcUrls: { [network.id]: chain.proxy.url },
      urls: [],
      client: chain.client,
      pollingMs: 5,
      gasReserve: 10n ** 15n,
      now: Date.now,
      onTrouble: (what) => void troubles.push(what),
    })
    const version = facilitators.version()
    expect(facilitators.live()).toEqual([network.id])
    await chain.rpc('anvil_setBalance', [settler.address, '0x1'])
    const headers = await shop.pay(await chain.wallet('no gas'), 'fixture-echo', { text: 'hi' })
    const heard = await shop.send('fixture-echo', headers, { text: 'hi' })
    expect(heard.status).toBe(402)
    expect(heard.body['error']).toBe('Settlement refused: settler_out_of_gas.')

    await facilitators.refresh()
    expect(facilitators.live()).toEqual([])
    expect(facilitators.version()).toBeGreaterThan(version)
    expect(troubles).toContain(`${network.name} (${network.id}) cannot be paid on`)
    expect(facilitators.statuses()[0]?.trouble).toMatch(/too little gas/)
    await chain.rpc('anvil_setBalance', [settler.address, held])
    await facilitators.refresh()
    expect(facilitators.live()).toEqual([network.id])
    await facilitators.close()
    expect((await shop.send('fixture-echo', headers, { text: 'hi' })).status).toBe(200)
  })
})

describe('a node that fails', () => {
  test.each(['lost', 'error'] as const)(
    'before a payment is checked charges nothing: %s',
    async (trouble) => {
      const { chain } = shop
      const headers = await shop.pay(await chain.wallet(`check ${trouble}`), 'fixture-echo', {
        text: 'a',
      })
      chain.proxy.break('eth_call', trouble)
      const runs = shop.fixtures.runs('fixture-echo')
      const heard = await shop.send('fixture-echo', headers, { text: 'a' })
      chain.proxy.break('eth_call', null)
      expect(heard.status).toBe(503)
      expect(Number(heard.headers['retry-after'])).toBeGreaterThan(0)
      expect(shop.fixtures.runs('fixture-echo')).toBe(runs)
      expect((await shop.send('fixture-echo', headers, { text: 'a' })).status).toBe(200)
    },
  )

  test('after it took a settlement has settled it', async () => {
    const { chain } = shop
    const before = await chain.received()
    const { heard } = await meanwhile('answer lost', async () => {
      chain.proxy.break('eth_sendRawTransaction', 'answer lost')
    })
    chain.proxy.break('eth_sendRawTransaction', null)
    expect(heard.status).toBe(200)
    expect(await chain.received()).toBe(before + PRICE)
  })

  test.each(['lost', 'error'] as const)(
    'during a settlement is asked again until the transaction is sent: %s',
    { tags: 'long' },
    async (trouble) => {
      const { chain } = shop
      const before = await chain.received()
      const asked = chain.proxy.asked('eth_sendRawTransaction')
      const { heard } = await meanwhile(`sending ${trouble}`, async () => {
        chain.proxy.break('eth_sendRawTransaction', trouble)
        void untilAsked(asked).then(() => chain.proxy.break('eth_sendRawTransaction', null))
      })
      expect(heard.status).toBe(200)
      expect(await chain.received()).toBe(before + PRICE)
    },
  )
})

async function untilAsked(before: number): Promise<void> {
  await expect.poll(() => shop.chain.proxy.asked('eth_sendRawTransaction')).toBeGreaterThan(before)
}

function byNumber(a: number, b: number): number {
  return a - b
}
