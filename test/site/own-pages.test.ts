import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestService, type TestService } from '../support/service.ts'

/**
 * A browser sends the cookie of the operator with forms of other sites too. Every route that such a
 * form can reach is found in the running service, and refuses it.
 */
const TOKEN = 'a-token-of-the-operator-for-tests'
let service: TestService
let cookie: string
beforeAll(async () => {
  service = await openTestService({ settings: { OPERATOR_TOKEN: TOKEN } })
  const reply = await post('/operator', { token: TOKEN })
  cookie = String(reply.headers.get('set-cookie')).split(';')[0] ?? ''
})
afterAll(async () => service.stop())

const post = (path: string, fields: Readonly<Record<string, string>>, headers = {}) =>
  fetch(service.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })

/** What a browser tells of where a form comes from. */
const STRANGE: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
  'another site': () => ({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }),
  'another site, by its origin alone': () => ({ origin: 'https://evil.example' }),
  'another site that hides its origin': () => ({ origin: 'null', 'sec-fetch-site': 'cross-site' }),
  'a frame without an origin': () => ({ origin: 'null' }),
  'another port of this host': () => ({
    origin: 'http://127.0.0.1:1',
    'sec-fetch-site': 'same-site',
  }),
  'a subdomain of this site': () => ({ 'sec-fetch-site': 'same-site' }),
}
const OWN: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
  'a page of this site': () => ({ origin: service.url, 'sec-fetch-site': 'same-origin' }),
  'a page of this site that sends no referrer': () => ({
    origin: 'null',
    'sec-fetch-site': 'same-origin',
  }),
  'an older browser': () => ({ origin: service.url }),
  'a program': () => ({}),
}

const isSwitchedOff = () => service.catalog.bySlug('hash')?.unavailable !== undefined
/** Whatever changes something for a cookie: browsers send it to no other path. */
const changing = (): readonly string[] =>
  service.parts.server.doors
    .filter(({ method, path }) => method !== 'GET' && path.startsWith('/operator'))
    .map(({ path }) => path)

describe.each(Object.keys(STRANGE))('%s', (which) => {
  test('changes nothing by any route with the cookie', async () => {
    expect(changing().length).toBeGreaterThan(3)
    for (const path of changing()) {
      const reply = await post(
        path,
        { slug: 'hash', off: 'true', token: TOKEN },
        {
          ...STRANGE[which]!(),
          cookie,
        },
      )
      expect([path, reply.status]).toEqual([path, 403])
      expect(reply.headers.get('set-cookie')).toBeNull()
    }
    expect(isSwitchedOff()).toBe(false)
  })

  test('signs nobody in', async () => {
    const reply = await post('/operator', { token: TOKEN }, STRANGE[which]!())
    expect([reply.status, reply.headers.get('set-cookie')]).toEqual([403, null])
  })
})

test.each(Object.keys(OWN))('%s switches a tool off and on', async (which) => {
  for (const off of ['true', 'false']) {
    const headers = { ...OWN[which]!(), cookie }
    expect((await post('/operator/tools', { slug: 'hash', off }, headers)).status).toBe(303)
    expect(isSwitchedOff()).toBe(off === 'true')
  }
})

test('the cookie goes nowhere but to the routes of the operator', async () => {
  const reply = await post('/operator', { token: TOKEN })
  expect(reply.headers.get('set-cookie')).toContain('SameSite=Strict; Path=/operator')
})

test('without a session the routes change nothing either', async () => {
  for (const path of changing().filter((each) => each !== '/operator')) {
    const reply = await post(path, { slug: 'hash', off: 'true' })
    expect([path, reply.status, reply.headers.get('location')]).toEqual([path, 303, '/operator'])
  }
  expect(isSwitchedOff()).toBe(false)
})
