/** @module-tag long */
import { decodePaymentRequiredHeader } from '@x402/core/http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../src/outside/net/request.ts'
import type { Facilitators } from '../../src/selling/payments/x402/facilitator.ts'
import { openFacilitators } from '../../src/selling/payments/x402/facilitators.ts'
import { createBuyer, tampered } from '../support/buyer.ts'
import { call, type CallAnswer } from '../support/calls.ts'
import { keyOf, PAY_TO } from '../support/chain.ts'
import { serveFacilitator, type FacilitatorServer } from '../support/facilitator-server.ts'
import { openShop, PRICE, receiptOf, type Shop } from '../support/x402-shop.ts'

/** A service that settles through others, who hang, break, lie, die and come back. */
let shop: Shop
let behind: Facilitators
let first: FacilitatorServer
let second: FacilitatorServer
const SECRET = 'Bearer facilitator-secret'
const LONGEST = 40_000

beforeAll(async () => {
  shop = await openShop()
  const { chain } = shop
  const { network } = chain
  behind = await openFacilitators({
    networks: [network],
    settlementKey: chain.settler.key,
    rpcUrls: { [network.id]: chain.proxy.url },
    urls: [],
    client: chain.client,
    pollingMs: 5,
    gasReserve: 0n,
    now: Date.now,
    onTrouble: () => {},
  })
  const facilitator = behind.of(network.id)
  const serve = () => serveFacilitator({ facilitator, network: network.id, authorization: SECRET })
  ;[first, second] = await Promise.all([serve(), serve()])
  await shop.reopen(settings([first, second]), async () => {})
})
afterAll(async () => {
  await shop.close()
  await Promise.all([first.close(), second.close(), behind.close()])
})
afterEach(() => {
  first.behave('well')
  second.behave('well')
})

const settings = (servers: readonly FacilitatorServer[], more = {}) => ({
  settings: {
    SETTLEMENT_KEY: '',
    RPC_URLS: '',
    FACILITATOR_URL: servers.map(({ url }) => url).join(),
    FACILITATOR_AUTHORIZATION: SECRET,
    REFUSALS_PER_MINUTE: '1000',
    ...more,
  },
})

const offersIn = ({ headers }: CallAnswer) =>
  decodePaymentRequiredHeader(String(headers['payment-required'])).accepts

async function buy(name: string): Promise<CallAnswer> {
  const buyer = await shop.chain.wallet(name)
  const headers = await shop.pay(buyer, 'fixture-echo', { text: name })
  return shop.send('fixture-echo', headers, { text: name })
}

/** What a call moves. */
async function moved(act: () => Promise<CallAnswer>) {
  const before = await shop.chain.received()
  const heard = await act()
  return { heard, amount: (await shop.chain.received()) - before }
}

describe('several facilitators', () => {
  test('are asked in order, with the secret that they ask for', async () => {
    const [before, others] = [first.asked.length, second.asked.length]
    expect((await buy('in order')).status).toBe(200)
    expect(first.asked.slice(before)).toEqual(['/verify', '/settle'])
    expect(second.asked.slice(others)).toEqual([])
  })

  test('receive the description of the tool, whatever the payer echoed', async () => {
    const { resource, extensions } = first.payments.at(-1)!
    expect(resource).toMatchObject({ serviceName: 'Farebox', tags: ['fixture'] })
    expect(extensions?.['bazaar']).toMatchObject({
      info: { input: { type: 'http', method: 'POST', body: { text: 'hi' } } },
      schema: { required: ['input'] },
    })
  })

  test.each(['break', 'error', { answer: 'not json' }, { answer: { valid: 'maybe' } }] as const)(
    'are asked in place of one that fails: %j',
    async (how) => {
      first.behave(how, '/verify', '/settle')
      const before = second.asked.length
      const { heard, amount } = await moved(() => buy(`stand-in ${JSON.stringify(how)}`))
      expect(heard.status).toBe(200)
      expect(amount).toBe(PRICE)
      expect(second.asked.slice(before)).toEqual(['/verify', '/settle'])
    },
  )

  test('that all fail are a 503, and nothing is run or charged', async () => {
    const runs = shop.fixtures.runs('fixture-echo')
    first.behave('error', '/verify')
    second.behave('break', '/verify')
    const buyer = await shop.chain.wallet('nobody home')
    const headers = await shop.pay(buyer, 'fixture-echo', { text: 'x' })
    const { heard, amount } = await moved(() => shop.send('fixture-echo', headers, { text: 'x' }))
    expect(heard.status).toBe(503)
    expect(Number(heard.headers['retry-after'])).toBeGreaterThan(0)
    expect(amount).toBe(0n)
    expect(shop.fixtures.runs('fixture-echo')).toBe(runs)
    first.behave('well')
    expect((await shop.send('fixture-echo', headers, { text: 'x' })).status).toBe(200)
  })
})

describe('a false answer of a facilitator', () => {
  test('that a payment is invalid is a 402, and its text is not passed on', async () => {
    const invalidReason = 'viem 2.57.1 says 0xdead at http://rpc.example'
    first.behave({ answer: { isValid: false, invalidReason } }, '/verify')
    const { heard, amount } = await moved(() => buy('bad prose'))
    expect(heard.status).toBe(402)
    expect(heard.body['error']).toBe('x402: payment_invalid')
    expect(amount).toBe(0n)
  })

  test.each([
    ['without a transaction', { success: true, transaction: '' }],
    ['by a transaction that is none', { success: true, transaction: 'hello <script>' }],
    ['by half a transaction', { success: true, transaction: `0x${'ab'.repeat(16)}` }],
    ['on another network', { success: true, transaction: '0x1', network: 'eip155:1' }],
  ])('that it has settled is not believed, and another settles: %s', async (how, answer) => {
    first.behave({ answer }, '/settle')
    const { heard, amount } = await moved(() => buy(`first lies ${how}`))
    expect([heard.status, amount]).toEqual([200, PRICE])
    second.behave({ answer }, '/settle')
    const both = await moved(() => buy(`both lie ${how}`))
    expect([both.heard.status, both.amount]).toEqual([402, 0n])
    expect(receiptOf(both.heard)).toMatchObject({ errorReason: 'settlement_pending' })
  })

  test.each(['/verify', '/settle'])('with an error status is not believed: %s', async (path) => {
    const transaction = `0x${'ab'.repeat(32)}`
    first.behave({ status: 500, answer: { isValid: true, success: true, transaction } }, path)
    const { heard, amount } = await moved(() => buy(`odd status ${path}`))
    expect([heard.status, amount]).toEqual([200, PRICE])
  })

  test('about who pays is not believed', async () => {
    const victim = await shop.chain.wallet('victim')
    first.behave({ answer: { isValid: true, payer: victim.address } }, '/verify')
    const buyer = await shop.chain.wallet('thief with money')
    const headers = await shop.pay(buyer, 'fixture-wallet')
    const heard = await shop.send('fixture-wallet', headers)
    expect([heard.status, heard.body['wallet']]).toEqual([200, buyer.address.toLowerCase()])
    const [sale] = (await shop.service().sales()).slice(-1)
    expect(sale?.payer).toBe(buyer.address.toLowerCase())
  })

  test('about a signature does not make a stranger the wallet of somebody else', async () => {
    const victim = await shop.chain.wallet('robbed')
    first.behave({ answer: { isValid: true, payer: victim.address } }, '/verify')
    const thief = await shop.chain.wallet('thief')
    const forged = tampered(await shop.pay(thief, 'fixture-wallet'), ({ payload }) => {
      payload.authorization['from'] = victim.address
    })
    const runs = shop.fixtures.runs('fixture-wallet')
    const heard = await shop.send('fixture-wallet', forged)
    expect([heard.status, String(heard.body['error'])]).toEqual([
      402,
      expect.stringMatching(/sign a transfer with the key of the wallet itself/),
    ])
    expect(shop.fixtures.runs('fixture-wallet')).toBe(runs)
  })

  test('about a signature does not tell a stranger the kept answer of a wallet', async () => {
    const victim = await shop.chain.wallet('overheard')
    const asked = { text: 'of the victim' }
    const key = { 'idempotency-key': 'overheard' }
    const echo = (headers: Readonly<Record<string, string>>) =>
      shop.send('fixture-echo', { ...headers, ...key }, asked)
    const own = await shop.pay(victim, 'fixture-echo', asked)
    expect((await echo(own)).status).toBe(200)
    first.behave({ answer: { isValid: true, payer: victim.address } }, '/verify')
    const thief = await shop.chain.wallet('eavesdropper')
    const forged = tampered(await shop.pay(thief, 'fixture-echo', asked), ({ payload }) => {
      payload.authorization['from'] = victim.address
    })
    const heard = await echo(forged)
    expect([heard.status, heard.body['text']]).toEqual([402, undefined])
    const fresh = await shop.pay(victim, 'fixture-echo', asked)
    for (const headers of [own, fresh])
      expect((await echo(headers)).headers['x-idempotent-replay']).toBe('true')
  })

  test('that it has failed to settle charges nothing', async () => {
    first.behave({ answer: { success: false, errorReason: 'out_of_luck' } }, '/settle')
    const { heard, amount } = await moved(() => buy('unlucky'))
    expect(heard.status).toBe(402)
    expect(heard.body['error']).toBe('Settlement refused: out_of_luck.')
    expect(amount).toBe(0n)
  })
})

describe('a settlement without an answer', () => {
  test('is pending when the second facilitator finds the payment used', async () => {
    first.behave('break', '/settle')
    const buyer = await shop.chain.wallet('broken off')
    const headers = await shop.pay(buyer, 'fixture-gate', { gate: 'broken off' })
    const answer = shop.send('fixture-gate', headers, { gate: 'broken off' })
    await shop.fixtures.reached('broken off')
    const payment = first.payments.at(-1)!
    await behind.of(shop.chain.network.id).settle(payment, payment.accepted)
    second.behave({ answer: { success: false, errorReason: 'nonce_already_used' } }, '/settle')
    shop.fixtures.open('broken off')
    const heard = await answer
    expect(heard.status).toBe(402)
    expect(receiptOf(heard)).toMatchObject({ errorReason: 'settlement_pending' })
    const again = await shop.send('fixture-gate', headers, { gate: 'broken off' })
    expect([again.status, String(again.body['error'])]).toEqual([
      409,
      expect.stringMatching(/pending/),
    ])
  })

  test('is found on the chain where there is an endpoint', async () => {
    const { network, proxy } = shop.chain
    const looking = settings([first], { RPC_URLS: `${network.id}=${proxy.url}` })
    await shop.reopen(looking, async () => {})
    const buyer = await shop.chain.wallet('looked for')
    const headers = await shop.pay(buyer, 'fixture-gate', { gate: 'looked for' })
    const answer = shop.send('fixture-gate', headers, { gate: 'looked for' })
    await shop.fixtures.reached('looked for')
    const payment = first.payments.at(-1)!
    await behind.of(network.id).settle(payment, payment.accepted)
    first.behave('break', '/settle')
    shop.fixtures.open('looked for')
    expect((await answer).status).toBe(402)
    const again = await shop.send('fixture-gate', headers, { gate: 'looked for' })
    expect([again.status, again.body['done']]).toEqual([200, true])
  })
})

describe('a facilitator that is down', () => {
  const client = createClient({ policy: 'trusted' })
  afterAll(() => client.close())
  const open = (servers: readonly FacilitatorServer[], troubles: string[] = []) =>
    openFacilitators({
      networks: [shop.chain.network],
      settlementKey: null,
      rpcUrls: {},
      urls: servers.map(({ url }) => url),
      authorize: async () => SECRET,
      client,
      pollingMs: 5,
      gasReserve: 0n,
      now: Date.now,
      onTrouble: (what) => void troubles.push(what),
    })

  test.each(['error', 'break', { answer: '<html>' }, { answer: { kinds: 'all' } }] as const)(
    'is not offered, and is offered again when it is back: %j',
    async (how) => {
      const troubles: string[] = []
      const facilitators = await open([first], troubles)
      const { id } = shop.chain.network
      expect(facilitators.live()).toEqual([id])
      const version = facilitators.version()
      first.behave(how, '/supported')
      await facilitators.refresh()
      expect(facilitators.live()).toEqual([])
      expect(facilitators.version()).toBeGreaterThan(version)
      expect(troubles).toEqual([`${shop.chain.network.name} (${id}) cannot be paid on`])
      first.behave('well')
      await facilitators.refresh()
      expect(facilitators.live()).toEqual([id])
      await facilitators.close()
    },
  )

  test('for another reason than before has that reason in the next 402', async () => {
    const facilitators = await open([first])
    first.behave('error', '/supported')
    await facilitators.refresh()
    const [version, before] = [facilitators.version(), facilitators.statuses()]
    first.behave('break', '/supported')
    await facilitators.refresh()
    expect(facilitators.version()).toBeGreaterThan(version)
    expect(facilitators.statuses()).not.toEqual(before)
    await facilitators.close()
  })

  test('at the start is not offered, and the service starts', async () => {
    await first.close()
    await shop.reopen(settings([first]), async () => {})
    const unpaid = await call(shop.service(), '/api/fixture-echo', { body: { text: 'x' } })
    expect([unpaid.status, offersIn(unpaid)]).toEqual([402, []])
    expect(unpaid.body['unavailable']).toEqual([
      { network: shop.chain.network.id, reason: expect.stringContaining(new URL(first.url).host) },
    ])
    expect((await call(shop.service(), '/health')).status).toBe(200)
    await first.reopen()
    await shop.reopen(settings([first]), async () => {})
    expect((await buy('back again')).status).toBe(200)
  })

  test('or refuses the authorization is not offered', async () => {
    const stranger = settings([first], { FACILITATOR_AUTHORIZATION: 'Bearer wrong' })
    await shop.reopen(stranger, async () => {})
    const unpaid = await call(shop.service(), '/api/fixture-echo', { body: { text: 'x' } })
    expect(offersIn(unpaid)).toEqual([])
    expect(JSON.stringify(unpaid.body['unavailable'])).toContain('answered 401')
    await shop.reopen(settings([first]), async () => {})
  })

  test(
    'or hangs delays a buyer for seconds only, and another one is asked',
    { tags: 'long', timeout: LONGEST },
    async () => {
      await shop.reopen(settings([first, second]), async () => {})
      first.behave('hang', '/verify')
      const startedAt = performance.now()
      expect((await buy('hung up on')).status).toBe(200)
      const { address } = createBuyer(keyOf('hung up on'))
      expect(await shop.chain.held(address)).toBe(1_000_000n - PRICE)
      expect(performance.now() - startedAt).toBeLessThan(LONGEST / 2)
    },
  )

  test('always pays to PAY_TO', () => {
    for (const { accepted } of [...first.payments, ...second.payments])
      expect(accepted.payTo).toBe(PAY_TO)
  })
})
