import { readdir, readFile } from 'node:fs/promises'
import { validate } from 'mppx/discovery'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usdOf } from '../../src/base/core/money.ts'
import type { Tool } from '../../src/base/core/tool.ts'
import { createCardMethod } from '../../src/selling/payments/mpp/card.ts'
import { createEvmMethod } from '../../src/selling/payments/mpp/evm.ts'
import { createMppRail } from '../../src/selling/payments/mpp/rail.ts'
import { createTempoMethod } from '../../src/selling/payments/mpp/tempo.ts'
import { PATH_USD, USDC_E } from '../../src/outside/chains/tempo/tokens.ts'
import type { Facilitators } from '../../src/selling/payments/x402/facilitator.ts'
import { NETWORKS } from '../../src/outside/chains/networks.ts'
import { call } from '../support/calls.ts'
import { createFixtures } from '../support/fixture-tools.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { challengesOf } from '../support/mpp-buyer.ts'
import { toolNamed } from '../support/stalls.ts'

type Json = Readonly<Record<string, unknown>>

const PAY_TO = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const BASE_USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const CELO_USDC = '0xcebA9300f2b948710d2653dD7B07f33A8B32118C'

const onChains = (amount: string) => ['tempo', 'tempo', 'evm', 'evm'].map((name) => [name, amount])

describe('the rail of a merchant on the real networks', () => {
  const baseUrl = 'https://merchant.example'
  const shared = { now: Date.now, onTrouble: () => {} }
  const key = 'k'.repeat(64)
  let live: readonly string[] = NETWORKS.map(({ id }) => id)
  const facilitators = {
    live: () => live,
    version: () => 1,
    extraOf: () => ({}),
  } as unknown as Facilitators
  const rail = createMppRail({
    ...shared,
    baseUrl,
    key,
    methods: [
      createTempoMethod({
        ...shared,
        baseUrl,
        key,
        payTo: PAY_TO,
        rpcUrl: 'http://127.0.0.1:1',
        tokens: [USDC_E, PATH_USD],
        client: null as never,
      }),
      createEvmMethod({
        ...shared,
        merchant: { payTo: { evm: PAY_TO }, baseUrl, name: 'Seller' },
        networks: NETWORKS.filter(({ testnet }) => !testnet),
        facilitators,
      }),
      createCardMethod({ ...shared, networkId: 'profile_1', stripe: null as never }),
    ],
  })
  const chainsFor = (tool: Tool) => rail.offers?.(tool).map(({ chainId }) => chainId)

  test('offers both tokens of Tempo, and USDC on Base and Celo', () => {
    expect(rail.offers?.(toolNamed('fixture-echo'))).toEqual(
      [
        ['tempo', USDC_E.address, 4217, 'Echo on Tempo in USDC.e'],
        ['tempo', PATH_USD.address, 4217, 'Echo on Tempo in pathUSD'],
        ['evm', BASE_USDC, 8453, 'Echo on Base'],
        ['evm', CELO_USDC, 42220, 'Echo on Celo'],
      ].map(([method, currency, chainId, description]) => ({
        intent: 'charge',
        method,
        amount: '1000',
        currency,
        chainId,
        description,
      })),
    )
  })

  test('offers Base and Celo only where a wallet must pay, or a tool is slow', () => {
    expect(chainsFor(toolNamed('fixture-wallet'))).toEqual([8453, 42220])
    expect(chainsFor(toolNamed('fixture-slow'))).toEqual([8453, 42220])
  })

  const methodsOf = (micros: number) => {
    const quote = { tool: toolNamed('fixture-quoted'), amount: usdOf(micros) }
    const headers = rail.challenge(quote).headers.map(([, text]) => text)
    return challengesOf({ headers: { 'www-authenticate': headers.join(', ') } }).map(
      ({ method, request }) => [method, request['amount']],
    )
  }

  test('states amounts in the units of each method, and offers cards from $0.50', () => {
    expect(methodsOf(499_999)).toEqual(onChains('499999'))
    expect(methodsOf(500_000)).toEqual([...onChains('500000'), ['stripe', '50']])
  })

  test('leaves out a network that nobody settles on', () => {
    live = ['eip155:42220']
    expect(methodsOf(1_000).map(([method]) => method)).toEqual(['tempo', 'tempo', 'evm'])
    live = []
    expect(methodsOf(1_000).map(([method]) => method)).toEqual(['tempo', 'tempo'])
  })

  test('keeps all challenges of a 402 within four kilobytes', () => {
    live = NETWORKS.map(({ id }) => id)
    const quote = { tool: toolNamed('fixture-quoted'), amount: usdOf(500_000) }
    const { headers } = rail.challenge(quote)
    expect(headers.map(([, text]) => text).join(', ').length).toBeLessThan(4_096)
  })
})

describe('the OpenAPI document', () => {
  const fixtures = createFixtures()
  let service: TestService
  let document: Json

  beforeAll(async () => {
    const settings = { SANDBOX: 'true', MPP: 'true' }
    service = await openTestService({ tools: fixtures.tools, settings })
    document = (await call(service, '/openapi.json')).body
  })
  afterAll(() => service.stop())

  const infoOf = (path: string, method: string) => {
    const paths = document['paths'] as Record<string, Record<string, Json>>
    return paths[path]?.[method]?.['x-payment-info'] as { offers: readonly Json[] }
  }

  test('passes the discovery check of MPP', () => {
    expect(validate(document).filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test('lists what a call can be paid with over MPP', () => {
    const { offers } = infoOf('/api/hash', 'post')
    const chains = offers.map(({ method, chainId }) => [method, chainId].join(' '))
    expect([...new Set(chains)].toSorted()).toEqual(['evm 84532', 'tempo 4217'])
    for (const { method } of infoOf('/api/fixture-wallet', 'post').offers)
      expect(method).toBe('evm')
  })

  test('says how to pay', async () => {
    const { text } = await call(service, '/llms.txt')
    expect(text).toContain('MPP')
    const { body } = await call(service, '/.well-known/x402')
    expect(body['payment']).toMatchObject({ mpp: { methods: ['tempo', 'evm'], intent: 'charge' } })
  })
})

test('mppx is loaded only for payments on Tempo', async () => {
  const folder = new URL('../../src/selling/payments/mpp/', import.meta.url)
  const files = (await readdir(folder)).filter((name) => !name.endsWith('.test.ts'))
  const loads = async (name: string) => {
    const source = await readFile(new URL(name, folder), 'utf8')
    return /from '(mppx|viem)|^import \{[^}]*\} from '\.\/tempo-node/m.test(source)
  }
  const heavy: string[] = []
  for (const name of files) if (await loads(name)) heavy.push(name)
  expect(heavy).toEqual(['tempo-node.ts'])
})
