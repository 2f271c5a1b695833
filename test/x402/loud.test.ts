import { generateKeyPairSync } from 'node:crypto'
import { decodePaymentRequiredHeader } from '@x402/core/http'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NETWORKS } from '../../src/outside/chains/networks.ts'
import { readConfig } from '../../src/service/settings/config.ts'
import { banner } from '../../src/service/ops/banner.ts'
import type { Log } from '../../src/service/ops/log.ts'
import { call } from '../support/calls.ts'
import { PAY_TO, startChain, type TestChain } from '../support/chain.ts'
import { serveFacilitator } from '../support/facilitator-server.ts'
import { openTestService, type TestService } from '../support/service.ts'

/** A service that cannot be paid says so wherever its operator or a buyer may look. */
let chain: TestChain

beforeAll(async () => {
  chain = await startChain()
})
afterAll(() => chain.stop())

type Settings = Readonly<Record<string, string>>

const NOBODY = 'http://127.0.0.1:9'
const BASE_SEPOLIA = 'eip155:84532'

/** Opens a service, hears what it logs, and lets it go. */
async function withService<T>(
  settings: Settings,
  look: (service: TestService, logged: readonly string[]) => Promise<T>,
): Promise<T> {
  const logged: string[] = []
  const hear = (what: unknown) => void logged.push(JSON.stringify(what))
  const log = { error: hear, warn: hear, info() {}, debug() {} } as unknown as Log
  const service = await openTestService({ settings, log })
  try {
    return await look(service, logged)
  } finally {
    await service.stop()
  }
}

async function unpaid(service: TestService) {
  const { status, headers, body } = await call(service, '/api/hash', {
    body: { text: 'x' },
  })
  const required = decodePaymentRequiredHeader(String(headers['payment-required']))
  return { status, required, body }
}

const bannerOf = (service: TestService, settings: Settings) =>
  banner(service.parts.server.started, readConfig(settings))
const reliability = async (service: TestService) => (await call(service, '/api/reliability')).body
const metricsOf = async ({ metricsPort }: TestService) =>
  (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()

describe('a service whose facilitator does not answer', () => {
  const settings = {
    PAY_TO,
    NETWORKS: BASE_SEPOLIA,
    FACILITATOR_URL: `${NOBODY}/a-key-in-the-path`,
    METRICS_PORT: '39464',
  }

  test('says so in banner, log, metrics, /api/reliability and every 402', () =>
    withService(settings, async (service, logged) => {
      const text = bannerOf(service, settings)
      expect(text).toMatch(/Base Sepolia \(eip155:84532\): CANNOT BE PAID ON: 127\.0\.0\.1:9/)
      expect(logged.join()).toContain('Base Sepolia (eip155:84532) cannot be paid on')
      expect(await metricsOf(service)).toContain(
        'farebox_network_payable{network="eip155:84532"} 0',
      )
      const report = await reliability(service)
      expect(report).toMatchObject({
        status: 'degraded',
        networks: [{ network: BASE_SEPOLIA, isPayable: false, facilitators: ['127.0.0.1:9'] }],
      })
      const { status, required, body } = await unpaid(service)
      expect(status).toBe(402)
      expect(required).toMatchObject({ x402Version: 2, accepts: [], resource: {} })
      expect(required.error).toMatch(/cannot be paid/)
      const reason = expect.stringContaining('127.0.0.1:9')
      expect(body['unavailable']).toEqual([{ network: BASE_SEPOLIA, reason }])
      const told = [text, JSON.stringify([report, body, required])].join()
      expect(told).not.toContain('a-key-in-the-path')
    }))
})

describe('a service that settles by itself', () => {
  const settings = () => ({ ...chain.settings, GAS_RESERVE_GWEI: '0' })

  test('names itself as who settles, in banner, reports and manifest', () =>
    withService(settings(), async (service) => {
      expect(bannerOf(service, settings())).toContain(
        'Base Sepolia (eip155:84532): settled by this service',
      )
      expect(await reliability(service)).toMatchObject({ status: 'operational' })
      const { body } = await call(service, '/.well-known/x402')
      expect(body).toMatchObject({
        networks: [BASE_SEPOLIA],
        wallet: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
        payment: { x402: { networks: [{ network: BASE_SEPOLIA, settledBy: ['self'] }] } },
      })
    }))

  test.each([
    ['cannot be reached', { RPC_URLS: `${BASE_SEPOLIA}=${NOBODY}` }, BASE_SEPOLIA],
    ['is of another chain', { NETWORKS: 'eip155:8453' }, 'eip155:8453'],
  ] as const)('says that its node %s', async (_, more, id) => {
    const rpcUrls = { RPC_URLS: `${id}=${chain.proxy.url}` }
    await withService({ ...settings(), ...rpcUrls, ...more }, async (service, logged) => {
      const [status] = service.parts.payments.networkStatuses()
      expect(status).toMatchObject({ network: id, isPayable: false })
      expect(status?.trouble).toMatch(/^the node of this service (cannot|is one of chain 84532)/)
      expect(logged.join()).toContain('cannot be paid on')
      expect((await unpaid(service)).required.accepts).toEqual([])
    })
  })

  test('does not start with a key that settles nothing', async () => {
    const useless = { PAY_TO, SETTLEMENT_KEY: chain.settler.key, NETWORKS: 'eip155:8453' }
    await expect(openTestService({ settings: useless })).rejects.toThrow(
      'SETTLEMENT_KEY settles nothing: RPC_URLS names no endpoint of eip155:8453',
    )
  })
})

describe('a service that takes no money', () => {
  test('says so in its 402, and not among its ways to pay', () =>
    withService({ SANDBOX: 'false' }, async (service) => {
      const { status, required, body } = await unpaid(service)
      expect([status, required.accepts]).toEqual([402, []])
      expect(body).toMatchObject({ x402Version: 2, accepts: [], altPayment: expect.anything() })
      expect(body['unavailable']).toEqual([{ reason: expect.stringMatching(/no address/) }])
      const { text } = await call(service, '/llms.txt')
      // Below the ways to pay stand the tools, some of which read payments of other sellers.
      const [ways = ''] = text.split('\n## ')
      expect(ways).toContain('Credits')
      expect(ways).not.toContain('PAYMENT-SIGNATURE')
    }))
})

describe('a facilitator that no setting names', () => {
  test('is named for every network that money moves on', () => {
    for (const network of NETWORKS) expect(network.facilitator).toMatch(/^https:/)
  })
})

describe('a facilitator that wants a signed token for each request', () => {
  test('is asked with one that it can verify', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const { d = '', x = '' } = privateKey.export({ format: 'jwk' })
    const secret = Buffer.concat([d, x].map((part) => Buffer.from(part, 'base64url')))
    const asked: string[] = []
    const server = await serveFacilitator({
      network: BASE_SEPOLIA,
      facilitator: { verify: async () => ({ isValid: false }), settle: null as never },
      async authorization(header, request) {
        const { payload } = await jwtVerify(header.replace('Bearer ', ''), publicKey)
        asked.push(request)
        return (payload['uris'] as string[]).includes(request)
      },
    })
    const settings = {
      PAY_TO,
      NETWORKS: BASE_SEPOLIA,
      FACILITATOR_URL: server.url,
      FACILITATOR_KEY_ID: 'key-1',
      FACILITATOR_KEY_SECRET: secret.toString('base64'),
    }
    await withService(settings, async (service) => {
      expect(service.parts.payments.networkStatuses()).toMatchObject([
        { isPayable: true, trouble: null },
      ])
    })
    expect(asked).toEqual([`GET ${new URL(server.url).host}/supported`])
    await server.close()
  })

  test.each([
    [{ FACILITATOR_AUTHORIZATION: 'Bearer a' }, 'needs FACILITATOR_URL'],
    [{ FACILITATOR_KEY_ID: 'a' }, 'need each other'],
    [{ FACILITATOR_KEY_ID: 'a', FACILITATOR_KEY_SECRET: 'b' }, 'needs FACILITATOR_URL'],
    [
      { FACILITATOR_KEY_ID: 'a', FACILITATOR_KEY_SECRET: 'b', FACILITATOR_URL: NOBODY },
      'neither an Ed25519 key nor a PEM file',
    ],
  ])('needs complete settings: %j', async (more, problem) => {
    const settings = { PAY_TO, NETWORKS: BASE_SEPOLIA, ...more } as Settings
    await expect(openTestService({ settings })).rejects.toThrow(problem)
  })
})

describe('a Tempo node that does not answer', () => {
  test('takes Tempo out of the offers, and is named', () =>
    withService({ ...chain.settings, MPP: 'true', TEMPO_RPC_URL: NOBODY }, async (service) => {
      const { headers } = await call(service, '/api/hash', { body: { text: 'x' } })
      expect(String(headers['www-authenticate'])).not.toContain('method="tempo"')
      const tempo = service.parts.payments
        .networkStatuses()
        .find(({ network }) => network === 'eip155:4217')
      expect(tempo).toMatchObject({
        isPayable: false,
        trouble: expect.stringMatching(/reached/),
      })
    }))
})
