import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDemand, dayOf, wordsOfSearch, type Search } from '../../src/buying/sellers/demand.ts'
import { createSearchStore, type SearchStore } from '../../src/stores/searches.ts'
import { clustersOf } from '../../src/goods/tools/research/market/_clusters.ts'
import { bearer } from '../support/buyer.ts'
import { call } from '../support/calls.ts'
import { createClock } from '../support/clock.ts'
import { ENGINES, useDatabase } from '../support/engines.ts'
import { openTestService, type TestService } from '../support/service.ts'

test.each([
  ['Decode a JWT, please!', ['decode', 'jwt']],
  ['jwt DECODE decode', ['decode', 'jwt']],
  ['who is jane.doe@acme.com at https://acme.com/jane?id=7', []],
  ['balance of 0x8ba1f109551bd432803012645ac136ddd64dba72', ['balance']],
  ['call +49 170 1234567 or 555-01-9999', ['call']],
  ['sk-proj-a8f3k2l9d0s7q6w5e4r3t2y1 works', ['works']],
  ['sha256 of report.final.pdf', ['sha256']],
  ['"tide tables" for Husum', ['husum', 'tables', 'tide']],
  ['a1b2c3d4e5f6', []],
  ['verify AKIAIOSFODNN7EXAMPLE', ['verify']],
  ['key QWERTYUIOPASDFGHJKLZ', ['key']],
  ['sk-live-abcdefgh xoxb-abcd-efgh eyJhbGciOiJIUzI', []],
  ['aQzXwErTyUiOpLkJ', []],
  ['OPENAPI sha256 base64url', ['base64url', 'openapi', 'sha256']],
  ['x', ['x']],
  ['in the of', []],
])('of %j these words are kept: %j', (query, words) => {
  expect(wordsOfSearch(query)).toEqual(words)
})

describe.each(ENGINES)('what is searched for, on $name', (engine) => {
  const db = useDatabase(engine)
  const clock = createClock()
  const search = (query: string, client: string, isMet = true): Search => ({
    query,
    client,
    isMet,
    nearest: isMet ? 'hash' : null,
  })

  test('is counted by words and day, once for each client, by several processes', async () => {
    const store = createSearchStore(db())
    const parts = { store, keptDays: 90, now: clock.now }
    const [one, other] = [createDemand(parts), createDemand(parts)]
    for (const client of ['1.1.1.1', '1.1.1.1', '2.2.2.2'])
      one.note(search('tide tables', client, false))
    other.note(search('tables of the tide', '3.3.3.3'))
    await Promise.all([one.flush(), other.flush()])
    await one.flush()
    const today = dayOf(clock.now())
    const row = { words: 'tables tide', searches: 3, unmatched: 2, nearest: 'hash' }
    expect(await store.since(today)).toEqual([{ ...row, firstDay: today, lastDay: today }])
    clock.advance(86_400_000)
    one.note(search('tide tables', '1.1.1.1', false))
    await one.flush()
    expect(await store.since(today)).toMatchObject([{ searches: 4, lastDay: today + 1 }])
    expect(await store.since(today + 1)).toMatchObject([{ searches: 1, firstDay: today + 1 }])
    expect(JSON.stringify(await db().all('select * from searches'))).not.toContain('1.1.1')
  })

  test('tells a word by the clients of one day, whom nobody can tell afterwards', async () => {
    clock.advance(86_400_000 * 5)
    const store = createSearchStore(db())
    const parts = { store, keptDays: 90, now: clock.now }
    const [one, other] = [createDemand(parts), createDemand(parts)]
    const first = dayOf(clock.now())
    const told = async () => (await store.wordsOfMany(first, 3)).toSorted()
    const flushed = () => Promise.all([one.flush(), other.flush()])
    // One client in three wordings at two processes, and again on the next days.
    for (let day = 0; day < 3; day += 1) {
      for (const query of ['acme merger', 'merger of acme tomorrow', 'acme merger price'])
        for (const demand of [one, other]) demand.note(search(query, '1.1.1.1', false))
      await flushed()
      clock.advance(86_400_000)
    }
    expect(await told()).toEqual([])
    for (const client of ['1.1.1.1', '2.2.2.2', '2.2.2.2']) one.note(search('acme', client))
    await flushed()
    expect(await told()).toEqual([])
    other.note(search('the acme share', '3.3.3.3'))
    await flushed()
    expect(await told()).toEqual(['acme'])
    const marks = () =>
      db().all<{ marks: string }>('select marks from search_words where day >= $1', [first])
    expect((await marks()).some((row) => row.marks !== '')).toBe(true)
    clock.advance(86_400_000)
    await one.trim(new AbortController().signal)
    expect((await marks()).filter((row) => row.marks !== '')).toEqual([])
    expect(await db().all('select * from search_keys')).toEqual([])
    expect(await told()).toEqual(['acme'])
  })

  test('is bounded by client and by day, and forgotten in time', async () => {
    const store = createSearchStore(db())
    const demand = createDemand({ store, keptDays: 90, now: clock.now })
    clock.advance(86_400_000 * 10)
    const today = dayOf(clock.now())
    const worded = (at: number): string =>
      `w${String.fromCharCode(97 + (at % 26), 97 + (Math.floor(at / 26) % 26))}x`
    for (let at = 0; at < 300; at += 1) demand.note(search(worded(at), '9.9.9.9'))
    await demand.flush()
    expect(await store.since(today)).toHaveLength(200)
    expect(await store.isFull(today)).toBe(false)
    const row = (words: string) => ({ day: today, words, searches: 1, unmatched: 1, nearest: null })
    await store.add(Array.from({ length: 5_000 }, (_, at) => row(`many${at}`)))
    await store.add([row('fresh'), row('many7')])
    expect(await store.isFull(today)).toBe(true)
    const found = await store.since(today)
    expect(found.find(({ words }) => words === 'fresh')).toBe(undefined)
    expect(found[0]).toMatchObject({ words: 'many7', searches: 2, unmatched: 2 })
    clock.advance(86_400_000 * 91)
    await demand.trim(new AbortController().signal)
    expect(await store.since(0)).toEqual([])
  })
})

test('many words of few clients are written a part at a time', async () => {
  const clock = createClock()
  const parts: number[] = []
  const words = new Set<string>()
  const store = {
    add: async () => {},
    secretOf: async () => 'secret',
    async mark(marks: readonly { readonly word: string }[]) {
      parts.push(marks.length)
      for (const { word } of marks) words.add(word)
    },
  } as unknown as SearchStore
  const demand = createDemand({ store, keptDays: 90, now: clock.now })
  const letters = (number: number): string =>
    Array.from(String(number).padStart(4, '0'), (digit) => 'bcdfghjklm'[Number(digit)]).join('a')
  for (const client of ['1.1.1.1', '2.2.2.2', '3.3.3.3'])
    for (let at = 0; at < 200; at++) {
      const query = [0, 1, 2, 3, 4].map((place) => letters(5 * at + place)).join(' ')
      demand.note({ query, client, isMet: false, nearest: null })
    }
  await demand.flush()
  expect(words.size).toBe(1_000)
  expect(parts.reduce((all, one) => all + one)).toBe(3_000)
  expect(Math.max(...parts)).toBeLessThanOrEqual(500)
})

test('searches that want the same stand together, and what few wanted is not told', () => {
  const row = (words: string, searches: number, unmatched = 0) => ({
    words,
    searches,
    unmatched,
    nearest: null,
    firstDay: 1,
    lastDay: 2,
  })
  const rows = [
    row('tables tide', 5, 5),
    row('table tides', 3),
    row('husum tables tide', 1, 1),
    row('decode jwt', 4),
    row('jane smith', 2),
  ]
  const told = new Set(['tables', 'tide', 'table', 'tides', 'decode', 'jwt'])
  expect(clustersOf(rows, told)).toMatchObject([
    { terms: ['tables', 'tide', 'table', 'tides'], searches: 9, unmatched: 6 },
    { terms: ['decode', 'jwt'], searches: 4, unmatched: 0 },
  ])
})

describe('the radar of a service', () => {
  let service: TestService
  beforeAll(async () => {
    service = await openTestService()
  })
  afterAll(() => service.stop())

  test('shows what several clients searched for by HTTP and did not find', async () => {
    const from = (client: string) => ({ 'x-forwarded-for': client })
    const asked = (path: string, client: string) => call(service, path, { headers: from(client) })
    for (const client of ['1.1.1.1', '2.2.2.2', '2.2.2.2'])
      await asked('/api/find?q=zorblax+quuxification', client)
    await asked('/api/route?query=quuxification+of+the+zorblax', '3.3.3.3')
    for (const client of ['1.1.1.1', '1.1.1.1', '2.2.2.2']) await asked('/api/find?q=md5', client)
    const headers = bearer(await service.issueKey('$1'))
    const heard = await call(service, '/api/demand-radar?sort=unmet', { headers })
    expect(heard.body).toMatchObject({
      clusters: [{ terms: ['quuxification', 'zorblax'], searches: 3, unmatched: 3 }],
      window: { searches: 5, complete: true },
      untrustedContent: true,
    })
  })
})
