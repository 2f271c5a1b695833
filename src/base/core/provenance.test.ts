import { describe, expect, test } from 'vitest'
import { createSourceLog } from './provenance.ts'
import { withDerivedFields } from './shape.ts'

const NOW = Date.parse('2026-01-01T00:00:00Z')
const at = (ms: number) => new Date(NOW + ms).toISOString()

describe('provenance', () => {
  test('names each source once, in the order in which they were asked', () => {
    const sources = createSourceLog(() => NOW)
    const [first, second, third] = ['A', 'B', 'A'].map((name) => sources.asked(name))
    second!(undefined, NOW - 2_000)
    third!(undefined, NOW - 1_000)
    first!(undefined, NOW - 3_000)
    expect(sources.provenance()).toEqual({ source: 'A, B', asOf: at(-3_000) })
  })
  test('leaves out a source that did not answer, if another did', () => {
    const sources = createSourceLog(() => NOW)
    sources.asked('down')
    sources.asked('up')()
    expect(sources.provenance().source).toBe('up')
  })
  test('names the sources that were asked, if none answered', () => {
    const sources = createSourceLog(() => NOW)
    sources.asked('down.example')
    expect(sources.provenance()).toEqual({ source: 'down.example', asOf: at(0) })
  })
  test('names the source that answered instead of the one that was asked', () => {
    const sources = createSourceLog(() => NOW)
    sources.asked('short.example')('long.example')
    expect(sources.provenance().source).toBe('long.example')
  })
  test('is null without any request', () => {
    expect(createSourceLog(() => NOW).provenance()).toEqual({ source: null, asOf: at(0) })
  })
  test('names at most eight sources', () => {
    const sources = createSourceLog(() => NOW)
    for (let host = 0; host < 20; host += 1) sources.asked(`h${host}`)()
    expect(sources.provenance().source?.split(', ')).toHaveLength(8)
  })
})

test('the schema of an answer requires what is added to it', () => {
  const schema = { type: 'object', properties: { a: {} }, required: ['a'] }
  const added = withDerivedFields(schema, { live: true, untrusted: 'always' })
  expect(added['required']).toEqual(['a', 'source', 'asOf', 'untrustedContent'])
  expect(withDerivedFields(schema, { live: false, untrusted: 'never' })).toBe(schema)
})
