import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import fuzzyMatch from './fuzzy-match.ts'
import merge3 from './merge3.ts'
import rankDocuments from './rank-documents.ts'

const merged = async (base: string, ours: string, theirs: string) =>
  runExample(merge3, { base, ours, theirs })

describe('merge3', () => {
  test.each([
    ['a\nb\nc\nd\n', 'A\nb\nc\nd\n', 'a\nb\nc\nD\n', 'A\nb\nc\nD\n'],
    ['a\nb\n', 'a\nb\n', 'b\n', 'b\n'],
    ['a\nb\n', 'a\nc\n', 'a\nc\n', 'a\nc\n'],
    ['a\r\nb\r\n', 'a\r\nb\r\nc\r\n', 'z\r\na\r\nb\r\n', 'z\r\na\r\nb\r\nc\r\n'],
    ['', 'a', 'a', 'a'],
    ['a\nb', 'a\nb\n', 'a\nb', 'a\nb\n'],
  ])('%j, %j and %j merge to %j', async (base, ours, theirs, text) => {
    expect(await merged(base, ours, theirs)).toMatchObject({ text, clean: true, count: 0 })
  })

  test('among repeated lines that could stand for each other, a conflict is told', async () => {
    const told = merged('a\nb\na\nb\nb\na\nb\n', 'a\nb\na\nb\na\nb\n', 'a\nb\na\nX\nb\na\nb\n')
    expect(await told).toMatchObject({ clean: false, count: 1 })
  })

  test('common lines of both sides are outside the conflict', async () => {
    const { text, conflicts } = await merged('x\n', 'a\nb\nc\n', 'a\nB\nc\n')
    expect(text).toBe('a\n<<<<<<< ours\nb\n=======\nB\n>>>>>>> theirs\nc\n')
    expect(conflicts).toEqual([{ startLine: 2, endLine: 6 }])
  })

  test('too many lines are refused with the name of their field', async () => {
    await expect(merged('', '', '\n'.repeat(20_000))).rejects.toThrow(
      /^theirs: must have at most 20000 lines/,
    )
  })
})

describe('fuzzy-match', () => {
  test('order of words, case and a typing error in an accent do not matter', async () => {
    const candidates = ['Müller, Hans', 'Hans Meier', 'hans müller gmbh']
    const { matches, best } = await runExample(fuzzyMatch, { query: 'Hans Müller', candidates })
    expect(best).toBe('hans müller gmbh')
    expect((matches as readonly { index: number }[])[0]?.index).toBe(2)
  })

  test('equal scores are ordered by the similarity of the whole', async () => {
    const candidates = ['new york mets vs atlanta braves', 'new york mets']
    const { best } = await runExample(fuzzyMatch, { query: 'new york mets', candidates })
    expect(best).toBe('new york mets')
  })

  test('a text without similarity is not a match', async () => {
    const answer = await runExample(fuzzyMatch, { query: 'zzz', candidates: ['abc', ''] })
    expect(answer).toEqual({ matches: [], best: null, count: 0 })
  })

  test('white space is like nothing', async () => {
    const answer = await runExample(fuzzyMatch, { query: 'abc', candidates: [' ', '\n', 'abc'] })
    expect(answer).toMatchObject({ best: 'abc', count: 1 })
  })

  test('too many characters are refused', async () => {
    const candidates = Array.from({ length: 1_001 }, () => 'a'.repeat(1_000))
    await expect(runExample(fuzzyMatch, { query: 'a', candidates })).rejects.toThrow(
      /^candidates: /,
    )
  })
})

describe('rank-documents', () => {
  const documents = ['The café opens at nine.', 'Tea is served. Cafes are closed.', 'Nothing here.']

  test('accents and endings within the tolerance match', async () => {
    const { results } = await runExample(rankDocuments, { query: 'CAFE', documents, fuzzy: 0.25 })
    const found = results as readonly { index: number; excerpt: string }[]
    expect(found.map(({ index }) => index)).toEqual([0, 1])
    expect(found[1]?.excerpt).toBe('Cafes are closed.')
  })

  test('without tolerance only whole words match', async () => {
    const { count } = await runExample(rankDocuments, { query: 'cafe', documents, fuzzy: 0 })
    expect(count).toBe(1)
  })

  test('words of languages without spaces are found', async () => {
    const texts = ['今日は天気がいいです', '明日は雨が降ります']
    const { results } = await runExample(rankDocuments, { query: '天気', documents: texts })
    expect(results).toMatchObject([{ index: 0 }])
  })

  test('names of JavaScript members are words', async () => {
    const texts = ['the constructor of a class', '__proto__ toString']
    const { results } = await runExample(rankDocuments, { query: 'constructor', documents: texts })
    expect(results).toMatchObject([{ index: 0 }])
  })
})
