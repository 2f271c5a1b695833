/** @module-tag long */
import { x402Client } from '@x402/core/client'
import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from '@x402/core/http'
import type { PaymentRequired } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { validateDiscoveryExtension } from '@x402/extensions/bazaar'
import { appendPaymentIdentifierToExtensions } from '@x402/extensions/payment-identifier'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tool } from '../../src/base/core/tool.ts'
import type { Facilitators } from '../../src/selling/payments/x402/facilitator.ts'
import { NETWORKS, type Network } from '../../src/outside/chains/networks.ts'
import { createX402Rail } from '../../src/selling/payments/x402/rail.ts'
import { BUYER_KEYS, createBuyer, tampered } from '../support/buyer.ts'
import { call } from '../support/calls.ts'
import { catalogOfTools } from '../support/catalog.ts'
import { PAY_TO } from '../support/chain.ts'
import { createFixtures } from '../support/fixture-tools.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { openShop, PRICE, type Shop } from '../support/x402-shop.ts'

const SOLANA_ADDRESS = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const ALGORAND_ADDRESS = 'CVBNFLMG3W3V7C4WYFXPC3KYV7UD7QEW6RDBGCAP23W7JQQFFWCV5YQKGM'
const STELLAR_ADDRESS = 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN'
const BASE_URL = 'https://tools.shop.example.com'
const HEADER_MAX = 4096
const BLOCK_MAX = 8192

/** Everybody settles everywhere, and says all that they can. */
const everywhere = (networks: readonly Network[]): Facilitators => ({
  live: () => networks.map(({ id }) => id),
  statuses: () => [],
  version: () => 0,
  escrows: () => [],
  of() {
    throw new Error('nobody pays here')
  },
  extraOf(id) {
    if (id.startsWith('solana:'))
      return { feePayer: SOLANA_ADDRESS, recentBlockhash: SOLANA_ADDRESS }
    if (id.startsWith('algorand:')) return { feePayer: ALGORAND_ADDRESS }
    return id.startsWith('stellar:') ? { areFeesSponsored: true } : {}
  },
  uptoOf: () => ({ facilitatorAddress: PAY_TO }),
  agrees: async () => false,
  endsAt: async () => null,
  refresh: async () => {},
  close: async () => {},
})

const railOn = (networks: readonly Network[]) =>
  createX402Rail({
    merchant: {
      payTo: { evm: PAY_TO, svm: SOLANA_ADDRESS, avm: ALGORAND_ADDRESS, stellar: STELLAR_ADDRESS },
      baseUrl: BASE_URL,
      name: 'Farebox',
    },
    networks,
    facilitators: everywhere(networks),
    now: Date.now,
    onTrouble: () => {},
  })

function told(tool: Tool, networks: readonly Network[]): { length: number; what: PaymentRequired } {
  const [[, header] = ['', '']] = railOn(networks).challenge({ tool, amount: tool.price }).headers
  return { length: header.length, what: decodePaymentRequiredHeader(header) }
}

describe('the header of a 402', () => {
  let tools: readonly Tool[]
  beforeAll(async () => {
    // A tool that names whom it pays offers what that wallet takes, and no wallet is named here.
    tools = (await catalogOfTools()).tools.filter(({ spec }) => spec.payTo === undefined)
  })

  test('fits into 4 KB for every tool, with every network on', () => {
    const sizes = tools.map((tool) => told(tool, NETWORKS).length)
    expect(sizes.length).toBeGreaterThan(40)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(HEADER_MAX)
  })

  test('fits into 3 KB for every tool on the first three networks, and says how to call it', () => {
    for (const tool of tools) {
      const { length, what } = told(tool, NETWORKS.slice(0, 3))
      expect(length).toBeLessThanOrEqual(3072)
      expect(what.extensions?.['bazaar']).toBeDefined()
      expect(what.accepts.length).toBeGreaterThan(0)
    }
  })

  test('offers every network that takes real money, but Stellar', () => {
    const real = NETWORKS.filter(({ testnet }) => !testnet)
    const tool = tools.find(({ slug }) => slug === 'hash')!
    const offered = told(tool, real).what.accepts.map(({ network }) => network)
    expect(offered).toEqual(real.slice(0, -1).map(({ id }) => id))
  })

  test('leaves out only the last networks, and only where it must', { tags: 'long' }, () => {
    for (const tool of tools) {
      const offered = told(tool, NETWORKS).what.accepts.map(({ network }) => network)
      const taken = NETWORKS.filter(({ id }) => offered.includes(id as never))
      expect(offered).toEqual(taken.map(({ id }) => id))
      if (tool.spec.identity !== 'wallet') expect(offered.length).toBeGreaterThanOrEqual(10)
    }
  })

  test('lists upto offers last, and leaves them out first', () => {
    const metered = createFixtures().tools.find(({ slug }) => slug === 'fixture-metered')!
    const schemesOn = (networks: readonly Network[]) =>
      told(metered, networks).what.accepts.map(({ scheme }) => scheme)
    expect(schemesOn(NETWORKS.slice(0, 3)).join(' ')).toBe('exact exact exact upto upto upto')
    expect(told(metered, NETWORKS).length).toBeLessThanOrEqual(HEADER_MAX)
    expect(schemesOn(NETWORKS).slice(0, 10)).toEqual(Array(10).fill('exact'))
    const others = NETWORKS.filter(({ family }) => family !== 'evm')
    expect(new Set(schemesOn(others))).toEqual(new Set(['exact']))
  })

  test('has a valid Bazaar extension with the whole schema where it fits', () => {
    const mine = tools.filter(({ slug }) => ['hash', 'dns'].includes(slug))
    expect(mine).toHaveLength(2)
    for (const tool of mine) {
      const { bazaar } = told(tool, NETWORKS.slice(0, 1)).what.extensions ?? {}
      expect(validateDiscoveryExtension(bazaar as never)).toEqual({ valid: true })
    }
  })

  test(
    'has a valid Bazaar extension where the schema of the input does not fit',
    { tags: 'long' },
    () => {
      const brief = tools.flatMap((tool) =>
        [1, 5, NETWORKS.length].flatMap((count) => {
          const { bazaar } = told(tool, NETWORKS.slice(0, count)).what.extensions ?? {}
          const { info, schema } = (bazaar ?? {}) as { info?: unknown; schema?: unknown }
          const text = JSON.stringify(schema)
          return text === undefined || text.includes('const') ? [] : [{ text, info }]
        }),
      )
      expect(brief.length).toBeGreaterThan(100)
      // A schema is compiled each time, so all that have the same one are looked at together.
      for (const [text, alike] of Map.groupBy(brief, (one) => one.text)) {
        const schema: object = JSON.parse(text)
        const info = alike.map((one) => one.info)
        const first = validateDiscoveryExtension({ info: info[0], schema } as never)
        const all = { info, schema: { type: 'array', items: schema } }
        expect([first, validateDiscoveryExtension(all as never)]).toEqual([
          { valid: true },
          { valid: true },
        ])
      }
    },
  )

  test('uses the decimals of the token', () => {
    const [offer] = told(
      tools[0]!,
      NETWORKS.filter(({ id }) => id === 'stellar:pubnet'),
    ).what.accepts
    expect(offer?.amount).toBe(String(BigInt(tools[0]!.price) * 10n))
  })
})

describe('all headers of a 402 of a service', () => {
  let service: TestService
  beforeAll(async () => {
    service = await openTestService({ settings: { SANDBOX: 'true', MPP: 'true' } })
  })
  afterAll(() => service.stop())

  test('are less than 8 KB together', async () => {
    const { headers } = await call(service, '/api/hash', { body: {} })
    const block = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`)
    const others = block.join('').length - String(headers['payment-required']).length
    expect(headers['www-authenticate']).toBeDefined()
    expect(others + HEADER_MAX).toBeLessThan(BLOCK_MAX)
  })
})

interface Signed {
  readonly authorization: { validBefore: string }
}

describe('what a payer echoes, and the time it signs', () => {
  let shop: Shop
  const ID = 'pay_0123456789abcdef'
  const body = { text: 'hi' }
  beforeAll(async () => {
    shop = await openShop()
    await shop.chain.give(createBuyer().address, 1_000_000n)
  })
  afterAll(() => shop.close())

  async function pay(change: (extensions: Record<string, unknown>) => void) {
    const { headers } = await call(shop.service(), '/api/fixture-echo', { body })
    const required = decodePaymentRequiredHeader(String(headers['payment-required']))
    change(required.extensions as Record<string, unknown>)
    const account = privateKeyToAccount(BUYER_KEYS[0])
    const client = new x402Client().register('eip155:*', new ExactEvmScheme(account))
    const payload = await client.createPaymentPayload(required)
    return { 'payment-signature': encodePaymentSignatureHeader(payload) }
  }

  test('may name the payment, which then is its Idempotency-Key', async () => {
    const before = await shop.chain.received()
    const headers = await pay((extensions) => appendPaymentIdentifierToExtensions(extensions, ID))
    const first = await shop.send('fixture-echo', headers, body)
    expect(first.status).toBe(200)
    const kept = await shop.service().db.all('select key from idempotency')
    expect(kept).toHaveLength(1)
    const again = await shop.send('fixture-echo', headers, body)
    expect([again.text, again.headers['x-idempotent-replay']]).toEqual([first.text, 'true'])
    expect(await shop.chain.received()).toBe(before + PRICE)
  })

  test('may be echoed as the stock client does, or left out', async () => {
    for (const change of [() => {}, (all: Record<string, unknown>) => delete all['bazaar']])
      expect((await shop.send('fixture-echo', await pay(change), body)).status).toBe(200)
  })

  test('may not contradict the 402', async () => {
    const runs = shop.fixtures.runs('fixture-echo')
    const headers = await pay((extensions) => {
      const { info } = extensions['bazaar'] as { info: { input: Record<string, unknown> } }
      info.input['method'] = 'DELETE'
    })
    const heard = await shop.send('fixture-echo', headers, body)
    expect(heard.status).toBe(402)
    expect(heard.body['error']).toMatch(/extension_echo_mismatch/)
    expect(shop.fixtures.runs('fixture-echo')).toBe(runs)
  })

  test.each([
    ['has ended', -10, 402, /^x402: the authorization ended at .*; sign one valid until/],
    ['ends before the tool must have answered', 20, 422, /^x402: the authorization ends at /],
  ] as const)('that %s is refused before the tool runs', async (_what, seconds, status, why) => {
    const runs = shop.fixtures.runs('fixture-echo')
    const headers = tampered(await pay(() => {}), ({ payload }) => {
      const until = String(Math.floor(Date.now() / 1000) + seconds)
      ;(payload as unknown as Signed).authorization.validBefore = until
    })
    const heard = await shop.send('fixture-echo', headers, body)
    expect([heard.status, heard.body['error']]).toEqual([status, expect.stringMatching(why)])
    expect('payment-required' in heard.headers).toBe(status === 402)
    expect(shop.fixtures.runs('fixture-echo')).toBe(runs)
  })

  test.each([
    ['its own address', (own: string) => own, 200],
    ['the same path elsewhere', () => 'https://shop.example/base/api/fixture-echo', 200],
    ['the tool as MCP names it', () => 'mcp://tool/fixture-echo', 200],
    ['the tool of the connector that calls it', () => 'mcp://tool/catalog.call', 200],
    ['a server of MCP', () => 'mcp://shop.example', 200],
    ['the connector of a server of MCP', () => 'mcp://shop.example/mcp', 200],
    ['the tool below a server of MCP', () => 'mcp://shop.example/fixture-echo', 200],
    ['another tool below a server of MCP', () => 'mcp://shop.example/uuid', 402],
    ['the connector', () => 'https://shop.example/mcp', 200],
    ['the service', () => 'https://shop.example/', 200],
    ['words', () => 'the echo of the shop', 200],
    ['another tool as MCP names it', () => 'mcp://tool/fixture-other', 402],
    ['another tool of a server of MCP', () => 'MCP://shop.example/tools/hash?q=fixture-echo', 402],
    ['the path of another tool', () => '/api/hash', 402],
    ['another tool', (own: string) => `${own}-more`, 402],
    ['another tool behind a space', (own: string) => ` ${own}-more`, 402],
    ['a longer name', (own: string) => own.replace('/api/', '/api/other-'), 402],
  ] as const)('with %s as the resource', async (_what, resource, status) => {
    const headers = tampered(await pay(() => {}), (payload) => {
      payload.resource = { url: resource(payload.resource?.url ?? '') }
    })
    const heard = await shop.send('fixture-echo', headers, body)
    expect([heard.status, heard.body['error'] ?? 'resource_mismatch']).toEqual([
      status,
      expect.stringContaining('resource_mismatch'),
    ])
  })
})
