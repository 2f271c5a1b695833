import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashKey } from '../../src/selling/payments/credits.ts'
import { bearer } from '../support/buyer.ts'
import { call } from '../support/calls.ts'
import { ENGINES, type TestPlace } from '../support/engines.ts'
import { createFixtures } from '../support/fixture-tools.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { openShop, signedIn, type Shop } from '../support/x402-shop.ts'

/** Answers that older versions have kept, under the names that they gave to keys. */
const PATH = '/api/fixture-echo'
const CALLS = 12
type Headers = Readonly<Record<string, string>>

/** The credential in the name of a key, by version. */
const FORMER = {
  first: (payer: { readonly secret: string }) => [payer.secret],
  second: (payer: { readonly rail: string; readonly name: string }) => [payer.rail, payer.name],
} as const

const nameOf = (chosen: string, body: string, credential: readonly string[]): string =>
  hash('sha256', [`POST${PATH}`, chosen, ...credential, hash('sha256', body)].join('\n'))

/** Writes a row as the version that made such names did. The first one kept no proof. */
async function renamed({ db }: TestService, callId: string, name: string, keepsProof: boolean) {
  const proof = keepsProof ? '' : ', proof = null'
  const sql = `update idempotency set key = $2${proof} where call_id = $1`
  expect(await db.batch([{ sql, values: [callId, name], guard: true }])).toBe(true)
}

const replayed = async (service: TestService, text: string, headers: Headers) => {
  const answer = await call(service, PATH, { body: { text }, headers })
  return [answer.status, answer.headers['x-idempotent-replay'], answer.body['said']]
}

describe.each(ENGINES)('on $name, answers for credits that an older version has kept', (engine) => {
  const fixtures = createFixtures()
  let place: TestPlace
  let service: TestService

  beforeAll(async () => {
    place = await engine.place()
    const settings = { DATABASE_URL: place.databaseUrl ?? '' }
    service = await openTestService({ tools: fixtures.tools, settings })
  })
  afterAll(async () => {
    await service.stop()
    await place.remove()
  })

  test.each(['first', 'second'] as const)('are replayed: the %s scheme', async (version) => {
    const key = await service.issueKey('$1')
    const texts = Array.from({ length: CALLS }, (_, at) => `${version} ${at}`)
    const headersOf = (text: string) => ({ ...bearer(key), 'idempotency-key': `key of ${text}` })
    for (const text of texts) {
      const first = await call(service, PATH, { body: { text }, headers: headersOf(text) })
      expect(first.status).toBe(200)
      const [secret, rail] = [hashKey(key), 'credits']
      const credential = FORMER[version]({ secret, rail, name: secret })
      const name = nameOf(`key of ${text}`, JSON.stringify({ text }), credential)
      await renamed(service, String(first.headers['x-request-id']), name, version === 'second')
    }
    const { balance } = await service.account(key)
    const runs = fixtures.runs('fixture-echo')
    for (const text of texts) {
      const [status, isReplay] = await replayed(service, text, headersOf(text))
      expect([status, isReplay]).toEqual([200, 'true'])
    }
    expect((await service.account(key)).balance).toBe(balance)
    expect(fixtures.runs('fixture-echo')).toBe(runs)
  })

  test('are found under a new name once it is written', async () => {
    const key = await service.issueKey('$1')
    const headers = { ...bearer(key), 'idempotency-key': 'a new name' }
    const { headers: told } = await call(service, PATH, { body: { text: 'x' }, headers })
    const row = await service.db.one<{ key: string }>(
      'select key from idempotency where call_id = $1',
      [String(told['x-request-id'])],
    )
    expect(row?.key).toMatch(/^v2:[0-9a-f]{64}$/)
  })
})

describe('answers for x402 that an older version has kept', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
  })
  afterAll(() => shop.close())

  test.each(['first', 'second'] as const)('are replayed: the %s scheme', async (version) => {
    const { chain } = shop
    const buyer = await chain.wallet(`former ${version}`)
    const text = `former ${version}`
    const paid = await shop.pay(buyer, 'fixture-echo', { text })
    const headers = { ...paid, 'idempotency-key': text }
    const first = await shop.send('fixture-echo', headers, { text })
    expect(first.status).toBe(200)
    const before = await chain.received()
    const { from } = signedIn(paid).authorization
    const credential = FORMER[version]({
      secret: String(paid['payment-signature']),
      rail: 'x402',
      name: `${chain.network.id} ${from.toLowerCase()}`,
    })
    const name = nameOf(text, JSON.stringify({ text }), credential)
    await renamed(shop.service(), String(first.headers['x-request-id']), name, version === 'second')
    const [status, isReplay] = await replayed(shop.service(), text, headers)
    expect([status, isReplay]).toEqual([200, 'true'])
    expect(await chain.received()).toBe(before)
  })
})
