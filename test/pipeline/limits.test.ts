import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf } from '../../src/front/http/client.ts'
import { isOwnHost } from '../../src/base/lib/own-host.ts'
import { bearer } from '../support/buyer.ts'
import { atOnce, call } from '../support/calls.ts'
import { createFixtures } from '../support/fixture-tools.ts'
import { openTestService, type TestService } from '../support/service.ts'

const REFUSALS = 5
const VAIN = 12
const settings = {
  REFUSALS_PER_MINUTE: String(REFUSALS),
  FAILED_CALLS_PER_MINUTE: String(VAIN),
  QUOTES_PER_MINUTE: '20',
}
const fixtures = createFixtures()
let service: TestService
beforeAll(async () => {
  service = await openTestService({ tools: fixtures.tools, settings })
})
afterAll(() => service.stop())

/** Each test calls from an address of its own. */
const from = (client: string, headers: Readonly<Record<string, string>> = {}) => ({
  'x-forwarded-for': client,
  ...headers,
})
const echo = (client: string, headers: Readonly<Record<string, string>>, body: unknown) =>
  call(service, '/api/fixture-echo', { body, headers: from(client, headers) })

describe('a client', () => {
  test.each([
    ['unreadable payments', { 'payment-signature': 'AAAA' }, { text: 'hi' }],
    ['unknown keys', bearer('fbx_nobody'), { text: 'hi' }],
  ])(
    'that sends many %s gets 429, and its good payment is accepted',
    async (what, headers, body) => {
      const client = `192.0.2.${what.length}`
      const key = await service.issueKey('$1')
      const heard = await atOnce(REFUSALS + 3, () => echo(client, headers, body))
      expect(heard.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(3)
      const { status, headers: told } = heard.find((one) => one.status === 429) ?? heard[0]!
      expect(status).toBe(429)
      expect(Number(told['retry-after'])).toBeGreaterThan(0)
      expect((await echo(client, bearer(key), body)).status).toBe(200)
    },
  )

  test('that sends many bad requests gets 429, and its good ones are answered', async () => {
    const key = await service.issueKey('$1')
    const bad = () => echo('192.0.2.100', bearer(key), { text: 5 })
    const statuses: number[] = []
    for (let at = 0; at < REFUSALS + 2; at += 1) statuses.push((await bad()).status)
    expect(statuses).toEqual([...Array<number>(REFUSALS).fill(400), 429, 429])
    expect((await echo('192.0.2.100', bearer(key), { text: 'hi' })).status).toBe(200)
  })

  test('has a limit of quotes', async () => {
    const heard = await atOnce(25, () => echo('192.0.2.101', {}, { text: 'hi' }))
    const statuses = heard.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([...Array<number>(20).fill(402), ...Array<number>(5).fill(429)])
  })
})

describe('a payer', () => {
  test('with many unpaid runs waits, is not charged, and delays nobody else', async () => {
    const [busy, calm] = [await service.issueKey('$1'), await service.issueKey('$1')]
    const fail = () =>
      call(service, '/api/fixture-fault', {
        body: { code: 'upstream_timeout' },
        headers: from('192.0.2.102', bearer(busy)),
      })
    const statuses: number[] = []
    for (let at = 0; at < VAIN + 2; at += 1) statuses.push((await fail()).status)
    expect(statuses).toEqual([...Array<number>(VAIN).fill(504), 429, 429])
    expect(await service.account(busy)).toMatchObject({ balance: 1_000_000, held: 0 })
    expect((await echo('192.0.2.102', bearer(calm), { text: 'hi' })).status).toBe(200)
  })

  test('needs more proof of work for the next call of its address', async () => {
    const bits = async () => {
      const path = '/api/pow/challenge?slug=hash'
      const { body } = await call(service, path, { headers: from('192.0.2.102') })
      return Number(body['difficulty'])
    }
    expect(await bits()).toBeGreaterThan(8)
    const { body } = await call(service, '/api/pow/challenge?slug=html-select')
    expect(body['difficulty']).toBe(11)
  })
})

describe('an address', () => {
  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:DB8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['192.0.2.1', '192.0.2.1'],
    ['::1', '::1'],
  ])('%s counts as %s', (address, client) => {
    expect(clientOf(undefined, address, 0)).toBe(client)
  })

  test('is the one that the outermost trusted proxy saw', () => {
    expect(clientOf('10.9.9.9, 192.0.2.7, 10.0.0.2', '10.0.0.1', 2)).toBe('192.0.2.7')
    expect(clientOf('10.9.9.9', '10.0.0.1', 0)).toBe('10.0.0.1')
  })
})

describe('an instance in free mode', () => {
  test.each([
    ['127.0.0.1:4020', true],
    ['localhost:4020', true],
    ['[::1]:4020', true],
    ['farebox', true],
    ['tools.example.org', true],
    ['evil.example.com', false],
    ['evil.example.com:4020', false],
    ['', false],
  ])('answers to the name %s: %s', (host, isOwn) => {
    expect(isOwnHost(host, ['tools.example.org'])).toBe(isOwn)
  })

  test('lets no page of another origin read its answers', async () => {
    const free = await openTestService({ settings: { FREE_MODE: 'true' } })
    const origin = { origin: 'https://page.example' }
    const read = await call(free, '/api/memory?ns=alice', { headers: origin })
    expect(read.status).toBe(200)
    expect(read.headers['access-control-allow-origin']).toBeUndefined()
    const rebound = await call(free, '/api/memory?ns=alice', { headers: { host: 'evil.example' } })
    expect(rebound.status).toBe(403)
    expect(rebound.body['error']).toMatch(/^Host: .*BASE_URL/)
    const asked = await call(free, '/api/memory', {
      method: 'OPTIONS',
      headers: { ...origin, 'access-control-request-method': 'POST' },
    })
    expect(asked.headers['access-control-allow-origin']).toBeUndefined()
    await free.stop()
  })
})

describe('a document', () => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
  ])('is sent as %s asks', async (accepted, coding) => {
    const headers = { 'accept-encoding': accepted }
    const { status, headers: told } = await call(service, '/openapi.json', { headers })
    expect(status).toBe(200)
    expect(told['content-encoding']).toBe(coding)
  })

  test('that is a page loads what is ours alone, and cannot be framed', async () => {
    const { headers } = await call(service, '/')
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(policy).toContain("script-src 'self'; style-src 'self'")
    expect(policy).not.toContain('unsafe')
  })
})
