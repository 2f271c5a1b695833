import { writeSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Fault } from '../../src/base/core/fault.ts'
import { objectionTo } from '../../src/goods/reports/_claims.ts'
import { recordOf, type QuotedWords } from '../../src/goods/reports/_document.ts'
import { newTally, verified } from '../../src/goods/reports/_verify.ts'
import type { ModelWriter, ClaimVerdict } from '../../src/capabilities/llm/report-writer.ts'
import { LIES, TRUTHS } from './lies.ts'

/** A writer that lies hands in all of these; what the buyer reads is what comes back. */
const WRITTEN = [
  ...LIES.map((lie) => ({ ...lie, isTrue: false })),
  ...TRUTHS.map((truth) => ({ ...truth, kind: 'true', isTrue: true })),
].map((one, at) => ({ ...one, id: `q${at}` }))

const source = (text: string): QuotedWords => ({
  source: recordOf({ title: 'A paper', url: 'https://paper.example', retrievedAt: '', text }),
  text,
})
const quotes = new Map(WRITTEN.map(({ id, quote }) => [id, source(quote)]))
const true_ = new Set(TRUTHS.map(({ text }) => text))

type Judge = ModelWriter['judge']
const supported: ClaimVerdict = { verdict: 'supported', missing: '' }
const knowing: Judge = async (claims) => ({
  model: 'judge',
  value: claims.map(({ text }): ClaimVerdict =>
    true_.has(text) ? supported : { verdict: 'no', missing: 'it is not said' },
  ),
})
const careless: Judge = async (claims) => ({ model: 'judge', value: claims.map(() => supported) })
const down: Judge = async () => {
  throw new Fault('upstream_failed', 'No judge.')
}
/** It mends nothing: it hands in the same again. */
const repair: ModelWriter['repair'] = async (claims) => ({
  model: 'writer',
  value: claims.map(({ text }) => text),
})

const say = (text: string): void => void writeSync(1, `${text}\n`)

async function told(judge: Judge) {
  const tally = newTally()
  const written = WRITTEN.map(({ text, id }) => ({ text, quotes: [id] }))
  const model = { judge, repair }
  const sentences = await verified(written, { model, by: 'writer', quotes, tally })
  const lies = sentences.filter(({ text }) => !true_.has(text))
  const truths = new Set(sentences.filter(({ text }) => true_.has(text)).map(({ text }) => text))
  const kinds = Object.groupBy(lies, ({ text }) => LIES.find((lie) => lie.text === text)!.kind)
  const precision = truths.size / (truths.size + lies.length)
  const slipped = Object.entries(kinds).map(([kind, of]) => `${kind} ${of?.length}`)
  return { sentences, tally, lies, truths, precision, slipped, recall: truths.size / true_.size }
}

describe('of 200 lies and 200 true sentences of a writer', () => {
  test('not one lie passes a judge and the rules, and at least 170 true ones do', async () => {
    const { lies, precision, recall, sentences } = await told(knowing)
    say(`judge on: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`)
    expect([LIES.length, TRUTHS.length]).toEqual([200, 200])
    expect(lies).toEqual([])
    expect(sentences.length).toBeGreaterThanOrEqual(170)
  })

  test('the rules alone refuse most lies, of every kind but some', async () => {
    const { lies, precision, recall, slipped } = await told(careless)
    say(
      `judge off: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, ` +
        `slip through: ${slipped.join(', ') || 'none'}`,
    )
    expect(lies.length).toBeLessThanOrEqual(20)
  })

  test('without a judge, quotes stand in the place of what nobody has judged', async () => {
    const { lies, sentences, tally } = await told(down)
    expect(lies).toEqual([])
    expect(tally.quoted).toBeGreaterThan(0)
    for (const { text, quotes: of } of sentences) expect(of.map((one) => one.text)).toContain(text)
  })
})

test('each sentence is checked by its own quotes, and by none that it does not name', async () => {
  const [one, other] = [source('The mill was sold in May 2021.'), source('The barn burned down.')]
  const model = { judge: careless, repair }
  const own = new Map([
    ['q1', one],
    ['q2', other],
  ])
  const check = (text: string, ids: string[]) =>
    verified([{ text, quotes: ids }], { model, by: '', quotes: own, tally: newTally() })
  expect(await check('The mill was sold in May 2021.', ['q2'])).toEqual([])
  expect(await check('The mill was sold in May 2021.', ['q9'])).toEqual([])
  expect(await check('The mill was sold in May 2021 [3].', ['q1'])).toMatchObject([
    { text: 'The mill was sold in May 2021.', quotes: [one] },
  ])
  expect(await check('See [the mill](https://evil.example), sold in May 2021.', ['q1'])).toEqual([])
})

test('what is partly supported is repaired once, and dropped if that does not help', async () => {
  const quote = source('The mill in Ghent was sold for 4 million euros in May 2021.')
  const model = (mended: string) => ({
    judge: careless,
    repair: async () => ({ model: 'writer', value: [mended] }),
  })
  const tally = newTally()
  const run = (mended: string) =>
    verified([{ text: 'The mill in Ghent was sold for 5 million euros.', quotes: ['q1'] }], {
      model: model(mended),
      by: 'writer',
      quotes: new Map([['q1', quote]]),
      tally,
    })
  const good = 'The mill in Ghent was sold for 4 million euros.'
  expect(await run(good)).toMatchObject([{ text: good }])
  expect(await run('The mill in Ghent was sold for 6 million euros.')).toEqual([])
  expect(tally).toMatchObject({ verified: 1, repaired: 1, dropped: 1 })
})

test.each([
  ['$1.24 billion', 'Sales were $1,240 million.', 'Sales were $1.24 billion.', null],
  ['a date in another form', 'It closed on 30 June 2026.', 'It closed on June 30, 2026.', null],
  [
    'a number in another role',
    'Cats slept 34 minutes longer.',
    'Cats slept 19 minutes longer than others (95% confidence interval 4 to 34).',
    'role',
  ],
  ['a rate for a span', 'Pay rises 9% a year.', 'Pay rises 9% over three years.', 'period'],
  ['one of ten', 'The largest holder owns 71%.', 'The ten largest holders own 71%.', 'rank'],
])('%s', (_name, sentence, quote, rule) => {
  expect(objectionTo(sentence, [quote])?.rule ?? null).toBe(rule)
})
