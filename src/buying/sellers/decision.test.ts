import { expect, test } from 'vitest'
import { leastWork } from '../../../test/support/wait.ts'
import { usd } from '../../base/core/money.ts'
import {
  compared,
  msForStep,
  objectionTo,
  ordered,
  paramsFor,
  type Candidate,
  type Constraints,
  type Preference,
  type Step,
} from './decision.ts'
import type { MarketGood } from './market.ts'
import { nanosOf } from './price.ts'

const NOW = Date.parse('2026-01-01T00:00:00Z')
const HOUR_MS = 3_600_000

interface CandidateFacts {
  readonly slug?: string
  readonly price?: '$0.001' | '$0.002' | '$0.005'
  readonly health?: number
  readonly lane?: 'proven' | 'checked' | 'unproven'
  readonly score?: number
  readonly latencyMs?: number | null
  readonly hoursAgo?: number
}

function candidate(told: CandidateFacts = {}): Candidate {
  const { slug = 'a', price = '$0.002', health = 1, lane = 'proven', score = 10 } = told
  const { latencyMs = null, hoursAgo = 0 } = told
  const good = { seller: 'https://a.example', slug, health, price: nanosOf(usd(price)) }
  const seenAt = NOW - hoursAgo * HOUR_MS
  const ware = { good, lane: { lane, chains: [], unlooked: [], most: usd('$1') } }
  return { ware, score, latencyMs, seenAt, params: {}, missing: [] } as unknown as Candidate
}

test.each<[string, number | undefined, number]>([
  ['no end is known', undefined, Infinity],
  ['plenty is left', 100_000, 80_000],
  ['a step would last beyond the call', 60_000, 40_000],
  ['too little is left', 22_000, 0],
  ['the time is over', -1_000, 0],
])('where %s, a step ends before the call does', (_name, leftMs, expected) => {
  expect(msForStep(leftMs === undefined ? undefined : NOW + leftMs, NOW)).toBe(expected)
})

const FREE: Constraints = { trust: 'any', minHealth: 0, excludeSellers: [] }

test.each<[string, CandidateFacts, Partial<Constraints>, RegExp | null]>([
  ['nothing is asked', { health: 0, hoursAgo: 900, lane: 'unproven' }, {}, null],
  ['its seller is excluded', {}, { excludeSellers: ['https://a.example'] }, /excluded/],
  ['another is', {}, { excludeSellers: ['https://b.example'] }, null],
  ['it is not proven', { lane: 'unproven' }, { trust: 'proven' }, /history/],
  ['nobody has looked at it', { lane: 'checked' }, { trust: 'proven' }, /history/],
  ['it is', {}, { trust: 'proven' }, null],
  ['its health is low', { health: 0.4 }, { minHealth: 0.5 }, /health is 0.4/],
  ['its health suffices', { health: 0.5 }, { minHealth: 0.5 }, null],
  ['it is old', { hoursAgo: 25 }, { maxAgeHours: 24 }, /25 hours/],
  ['it is new', { hoursAgo: 24 }, { maxAgeHours: 24 }, null],
  ['it was slow', { latencyMs: 901 }, { maxLatencyMs: 900 }, /901 ms/],
  ['nobody knows how slow it is', {}, { maxLatencyMs: 900 }, null],
])('a constraint: %s', (_name, told, asked, objection) => {
  const said = objectionTo(candidate(told), { ...FREE, ...asked }, NOW)
  if (objection === null) expect(said).toBeNull()
  else expect(said).toMatch(objection)
})

const FOUR = [
  candidate({ slug: 'misfit', price: '$0.001', score: 5, latencyMs: 1 }),
  candidate({ slug: 'cheap', price: '$0.001', score: 8, health: 0.6 }),
  candidate({ slug: 'best', price: '$0.005', score: 10, latencyMs: 300, health: 0.8 }),
  candidate({ slug: 'quick', score: 7, latencyMs: 20 }),
]

test.each<[Preference, string]>([
  ['fit', 'best cheap quick misfit'],
  ['price', 'cheap quick best misfit'],
  ['latency', 'quick best cheap misfit'],
  ['health', 'quick best cheap misfit'],
])('by %s, and nothing that fits much worse is taken for it', (prefer, slugs) => {
  expect(ordered(FOUR, prefer).map(({ ware }) => ware.good.slug)).toEqual(slugs.split(' '))
  expect(ordered(FOUR.toReversed(), prefer).map(({ ware }) => ware.good.slug)).toEqual(
    slugs.split(' '),
  )
})

const good = (required: readonly string[], inputs: readonly string[] = required): MarketGood =>
  ({ isOwn: true, required, inputs }) as unknown as MarketGood

test.each([
  ['Is example.com safe?', ['domain'], { domain: 'example.com' }],
  ['Is example.com safe?', ['url'], { url: 'https://example.com/' }],
  ['Read http://a.example/x?y=1 now', ['url'], { url: 'http://a.example/x?y=1' }],
  ['Is bob@mail.example real?', ['email'], { email: 'bob@mail.example' }],
  ['Where is 192.0.2.7?', ['ip'], { ip: '192.0.2.7' }],
  ['Who has 0x' + 'aB'.repeat(20), ['address'], { address: '0x' + 'aB'.repeat(20) }],
  ['Who regulates it?', ['query'], { query: 'Who regulates it?' }],
])('%s fills %j', (goal, required, params) => {
  expect(paramsFor(good(required), { goal, context: {} })).toEqual({ params, missing: [] })
})

test('a goal is read in time that grows with its length only', async () => {
  for (const piece of ['a.', '1.', `${'a-'.repeat(30)}a.`]) {
    const goal = piece.repeat(4_000 / piece.length)
    const read = () => {
      for (let candidates = 0; candidates < 25; candidates += 1)
        paramsFor(good(['url', 'domain']), { goal, context: {} })
    }
    expect(await leastWork(500, read), piece).toBeLessThan(500)
  }
})

test('what nothing says is missing, and what a tool does not take is not handed to it', () => {
  const context = { text: 'a', secret: 'b' }
  expect(paramsFor(good(['text', 'key']), { goal: 'x', context })).toEqual({
    params: { text: 'a' },
    missing: ['key'],
  })
  expect(paramsFor(good([]), { goal: 'x', context })).toEqual({ params: context, missing: [] })
})

const step = (slug: string, result: unknown): Step => ({
  seller: 'self',
  slug,
  url: '',
  params: {},
  ok: true,
  result,
  priceUsd: 0,
  error: null,
  ms: 1,
})

test('answers are compared field by field, whatever the order of their members', () => {
  const one = step('one', { a: { x: 1, y: 2 }, b: 1, asOf: 'now', only: 1 })
  const two = step('two', { a: { y: 2, x: 1 }, b: 2, asOf: 'then' })
  expect(compared([one, two])).toEqual({
    answers: 2,
    agree: ['a'],
    differ: [
      {
        field: 'b',
        values: [
          { seller: 'self', slug: 'one', value: '1' },
          { seller: 'self', slug: 'two', value: '2' },
        ],
      },
    ],
  })
  expect(compared([one, { ...two, ok: false, result: null }])).toBeNull()
})

test('a field that an answer leaves out is none', () => {
  const [one, two] = [step('one', { a: 1, b: undefined }), step('two', { a: 1, b: 2 })]
  expect(compared([one, two])).toEqual({ answers: 2, agree: ['a'], differ: [] })
})
