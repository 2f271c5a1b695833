import { describe, expect, test, vi } from 'vitest'
import { Fault } from '../core/fault.ts'
import { askSources, type Source } from './cross-check.ts'
import { about, around, exactly, nearly, type Figures } from './figures.ts'

type Ask = () => Promise<number>

const says = (title: string, value: number): Source<Ask> => ({
  title,
  provider: async () => value,
})
const fails = (title: string, thrown: Error): Source<Ask> => ({
  title,
  provider: async () => Promise.reject(thrown),
})
const absent = (title: string): Source<Ask> => ({ title, provider: null })
const down = new Fault('upstream_failed', 'It is down.')
const missing = new Fault('not_found', 'It knows no such thing.')
const price = { figures: (value: number): Figures => ({ price: nearly(value, 0.01) }) }

const ask = (...sources: readonly Source<Ask>[]) => askSources(sources, (one) => one())
const check = (...sources: readonly Source<Ask>[]) => askSources(sources, (one) => one(), price)

describe('without a check', () => {
  test('the next source answers where one fails, and none is compared', async () => {
    const asked = vi.fn<Ask>(async () => 3)
    expect(await ask(says('A', 1), { title: 'B', provider: asked })).toEqual({
      answer: 1,
      checked: {},
    })
    expect(asked).not.toHaveBeenCalled()
    expect(await ask(absent('A'), fails('B', down), says('C', 2))).toMatchObject({ answer: 2 })
  })
  test('what the first source says of the question is not asked again', async () => {
    await expect(ask(fails('A', missing), says('B', 1))).rejects.toBe(missing)
    await expect(ask(absent('A'))).rejects.toMatchObject({ code: 'not_configured' })
  })
})

describe('with a check', () => {
  test('the answer is that of the first, and a small difference is none that counts', async () => {
    expect(await check(says('A', 100), says('B', 100.5), says('C', 1))).toEqual({
      answer: 100,
      checked: {
        crossCheck: {
          sources: ['A', 'B'],
          agrees: true,
          compared: 1,
          differences: [
            {
              field: 'price',
              values: { A: 100, B: 100.5 },
              relative: 0.00498,
              tolerance: '1 %',
              agrees: true,
            },
          ],
          unanswered: [],
        },
      },
    })
    const { checked } = await check(says('A', 100), says('B', 100))
    expect(checked.crossCheck).toMatchObject({ agrees: true, compared: 1, differences: [] })
  })
  test('two that are far apart do not agree', async () => {
    const { checked } = await check(says('A', 100), says('B', 120))
    expect(checked.crossCheck).toMatchObject({
      agrees: false,
      differences: [{ relative: 0.167, agrees: false }],
    })
  })
  test('one that fails is named, and the next one is compared', async () => {
    const second = await check(says('A', 1), fails('B', missing), absent('C'), says('D', 1))
    expect(second).toMatchObject({ answer: 1 })
    expect(second.checked.crossCheck).toMatchObject({
      sources: ['A', 'D'],
      agrees: true,
      unanswered: [
        { source: 'B', reason: 'It knows no such thing.' },
        { source: 'C', reason: 'It is not set up here.' },
      ],
    })
    const first = await check(fails('A', down), says('B', 2))
    expect(first).toMatchObject({
      answer: 2,
      checked: {
        crossCheck: {
          sources: ['B'],
          agrees: null,
          compared: 0,
          unanswered: [{ source: 'A', reason: 'It is down.' }],
        },
      },
    })
  })
  test('a mistake of the caller, a bug, and the end of all sources are no answer', async () => {
    await expect(check(fails('A', missing), says('B', 1))).rejects.toBe(missing)
    const other = new Fault('upstream_timeout', 'It is slow.')
    await expect(check(fails('A', down), fails('B', other))).rejects.toBe(down)
    const bug = new TypeError('a bug')
    await expect(check(says('A', 1), fails('B', bug))).rejects.toBe(bug)
    const gone = new Fault('caller_gone', 'The caller hung up.')
    await expect(check(says('A', 1), fails('B', gone))).rejects.toBe(gone)
  })
  test('a source of figures alone is compared, and never answers', async () => {
    const also = [{ title: 'B', provider: async () => ({ price: nearly(2, 0.01) }) }]
    const both = await askSources([says('A', 2)], (one) => one(), { ...price, also })
    expect(both.checked.crossCheck).toMatchObject({ sources: ['A', 'B'], agrees: true })
    const alone = askSources([fails('A', down)], (one) => one(), { ...price, also })
    await expect(alone).rejects.toBe(down)
  })
  test('sources of the same title are told apart', async () => {
    const { checked } = await check(says('Node', 1), says('Node', 2))
    expect(checked.crossCheck?.differences).toMatchObject([{ values: { Node: 1, 'Node (2)': 2 } }])
  })
  test('a source that never answers is not waited for', async () => {
    vi.useFakeTimers()
    try {
      const silent: Source<Ask> = { title: 'B', provider: () => new Promise(() => {}) }
      const third = vi.fn<Ask>(async () => 1)
      const asked = check(says('A', 1), silent, { title: 'C', provider: third })
      await vi.advanceTimersByTimeAsync(15_000)
      expect((await asked).checked.crossCheck).toMatchObject({
        agrees: null,
        unanswered: [{ source: 'B', reason: 'It did not answer in time.' }, { source: 'C' }],
      })
      expect(third).not.toHaveBeenCalled()
    } finally {
      vi.useRealTimers()
    }
  })
})

test.each<[string, Figures[string], Figures[string], boolean | null, string]>([
  ['temperatures', about(-1, 3), about(1.9, 3), true, '±3'],
  ['temperatures', about(-1, 3), about(2.5, 3), false, '±3'],
  ['zero and nothing much', nearly(0, 0.01), nearly(1e-9, 0.01), false, '1 %'],
  [
    'times',
    around('2026-01-01T00:00:00Z', 60_000),
    around('2026-01-01T00:01:00Z', 0),
    true,
    '60 s',
  ],
  [
    'times',
    around('2026-01-01T00:00:00Z', 60_000),
    around('2026-01-01T00:02:00Z', 0),
    false,
    '60 s',
  ],
  ['texts', exactly('12'), exactly('13'), false, 'none'],
  ['lists', exactly(['a', 'b']), exactly(['a']), false, 'none'],
  ['a text and a number', nearly(1, 0.5), exactly('1'), false, '50 %'],
])('%s: %j and %j', async (_what, one, other, agrees, tolerance) => {
  const sources = [one, other].map((figure, at) => ({ title: String(at), provider: figure }))
  const { checked } = await askSources(sources, async (figure) => figure, {
    figures: (figure) => ({ it: figure }),
  })
  expect(checked.crossCheck).toMatchObject({ agrees, differences: [{ tolerance, agrees }] })
})

test('what one source alone knows is not compared, nor the order of a list', async () => {
  const sources = [
    { title: 'A', provider: { list: exactly(['a', 'b']), name: exactly('x'), own: exactly(1) } },
    { title: 'B', provider: { list: exactly(['b', 'a']), name: exactly(null) } },
  ]
  const { checked } = await askSources<Figures, Figures>(sources, async (all) => all, {
    figures: (all) => all,
  })
  expect(checked.crossCheck).toMatchObject({ agrees: true, compared: 1, differences: [] })
})

test('of many differences, those that count come first', async () => {
  const all = (last: number): Figures =>
    Object.fromEntries(
      Array.from({ length: 150 }, (_, at) => {
        const value = at === 149 ? last : last / 1e6 + 1
        return [String(at), nearly(value, 0.01)]
      }),
    )
  const sources = [
    { title: 'A', provider: all(1) },
    { title: 'B', provider: all(5) },
  ]
  const { checked } = await askSources(sources, async (figures) => figures, {
    figures: (figures) => figures,
  })
  const { differences, compared, agrees } = checked.crossCheck!
  expect([differences.length, compared, agrees]).toEqual([100, 150, false])
  expect(differences[0]).toMatchObject({ field: '149', agrees: false })
})
