import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestService, type TestService } from './support/service.ts'

const TOKEN = 'a-token-of-the-operator-0123'
let service: TestService
beforeAll(async () => {
  service = await openTestService({ settings: { OPERATOR_TOKEN: TOKEN } })
})
afterAll(async () => service.stop())

const ask = async (authorization?: string) =>
  fetch(`${service.url}/api/operator/health`, {
    headers: authorization === undefined ? {} : { authorization },
  })

test('the operator reads the health of the instance', async () => {
  const response = await ask(`Bearer ${TOKEN}`)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    ok: false,
    networks: [],
    unavailableTools: expect.arrayContaining([
      { slug: 'search', why: expect.stringContaining('BRAVE_SEARCH_API_KEY is not set.') },
    ]),
  })
})

test('no document names an operator endpoint', async () => {
  for (const path of ['/openapi.json', '/llms.txt', '/.well-known/x402'])
    expect(await (await fetch(service.url + path)).text()).not.toContain('/api/operator')
})

test('wrong tokens are refused and soon limited, and the right one is not', async () => {
  const refused = await ask('Bearer wrong')
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    401,
    'Bearer realm="operator"',
  ])
  for (let tries = 0; tries < 6; tries += 1) expect((await ask()).status).toBe(401)
  for (let tries = 0; tries < 3; tries += 1) expect((await ask('Bearer wrong')).status).toBe(401)
  expect((await ask('Bearer wrong')).status).toBe(429)
  expect((await ask(`Bearer ${TOKEN}`)).status).toBe(200)
})

test('past five tries the right token of a new client is refused too, and that of a known one not', async () => {
  const from = async (client: string, token: string) => {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': client }
    return (await fetch(`${service.url}/api/operator/health`, { headers })).status
  }
  const many = await Promise.all(Array.from({ length: 20 }, () => from('192.0.2.1', 'wrong')))
  expect(many.toSorted((a, b) => a - b)).toEqual([...Array(5).fill(401), ...Array(15).fill(429)])
  expect(await from('192.0.2.1', TOKEN)).toBe(429)
  expect(await from('192.0.2.2', TOKEN)).toBe(200)
  for (let tries = 0; tries < 7; tries += 1) await from('192.0.2.2', 'wrong')
  expect(await from('192.0.2.2', 'wrong')).toBe(429)
  expect(await from('192.0.2.2', TOKEN)).toBe(200)
})

test('without the setting the endpoints answer 404', async () => {
  const other = await openTestService()
  try {
    const response = await fetch(`${other.url}/api/operator/health`)
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: expect.stringContaining('OPERATOR_TOKEN is not set') },
    ])
  } finally {
    await other.stop()
  }
})
