import { describe, expect, test } from 'vitest'
import type { Document } from './corpus.ts'
import { createIndex } from './rank.ts'
import { leastWork } from '../../../test/support/wait.ts'

const documents = [
  ['jwt-decode', 'JWT decode', 'Reads a token without verifying it.'],
  ['jwt-verify', 'JWT verify', 'Checks the signature of a token.'],
  ['dns', 'DNS lookup', 'Resolves one record type.'],
  ['dns-lookup', 'DNS records', 'Resolves all record types.'],
  ['image-resize', 'Resize', 'Scales a picture to a width.'],
  ['currency', '為替', '為替レートを変換する'],
] as const

const index = createIndex(
  documents.map(([slug, name, description]) => document(slug, name, description)),
)

function document(slug: string, name: string, description: string): Document<string> {
  const fields = [
    { text: slug, weight: 3 },
    { text: name, weight: 2 },
    { text: description, weight: 1 },
  ]
  return { item: slug, names: [slug, name], fields }
}

const found = (query: string, limit = 5): readonly string[] =>
  index.search(query, limit).hits.map((hit) => hit.item)

describe('ranking', () => {
  test.each([
    ['jwt-decode', 'jwt-decode'],
    ['jwtDecode', 'jwt-decode'],
    ['decode a JWT', 'jwt-decode'],
    ['DNS', 'dns'],
    ['dns lookup', 'dns-lookup'],
    ['DNS records', 'dns-lookup'],
    ['scaling photos', 'image-resize'],
    ['レート', 'currency'],
    ['為替', 'currency'],
  ])('%s finds %s first', (query, first) => {
    expect(found(query)[0]).toBe(first)
  })

  test('a more certain name wins over a less certain one', () => {
    const [first, second] = index.search('dns lookup', 5).hits
    expect([first?.item, second?.item]).toEqual(['dns-lookup', 'dns'])
    expect(first?.score).toBeGreaterThan(second?.score ?? 0)
  })

  test('equal scores are sorted by name, whatever the order of the documents', () => {
    const twins = ['c', 'a', 'b'].map((slug) => document(slug, 'twin', 'same'))
    expect(
      createIndex(twins)
        .search('same twin', 5)
        .hits.map((hit) => hit.item),
    ).toEqual(['a', 'b', 'c'])
    expect(
      createIndex(twins)
        .search('same twin', 2)
        .hits.map((hit) => hit.item),
    ).toEqual(['a', 'b'])
  })

  test('the count includes hits that are not returned', () => {
    const { hits, matched } = index.search('token record', 1)
    expect([hits.length, matched]).toEqual([1, 4])
  })

  test('one search does not affect the next', () => {
    const before = index.search('jwt token', 5)
    index.search('dns jwt image 為替', 1)
    expect(index.search('jwt token', 5)).toEqual(before)
  })
})

describe('a conversion', () => {
  const conversions = createIndex(
    ['csv-to-json', 'json-to-csv'].map((slug) => document(slug, slug, 'Rows of CSV and JSON.')),
  )
  test.each([
    ['csv to json', 'csv-to-json'],
    ['turn a csv file into json', 'csv-to-json'],
    ['a csv from this json', 'json-to-csv'],
    ['json as csv', 'json-to-csv'],
    ['csv in json umwandeln', 'csv-to-json'],
    ['json in csv umwandeln', 'json-to-csv'],
    ['конвертировать csv в json', 'csv-to-json'],
    ['конвертировать json в csv', 'json-to-csv'],
    ['convertir csv en json', 'csv-to-json'],
  ])('%s finds %s first', (query, first) => {
    expect(conversions.search(query, 2).hits[0]?.item).toBe(first)
  })
})

describe('an action', () => {
  const actions = createIndex<string>([
    document('email-parse', 'Email', 'Reads an email.'),
    { ...document('email-send', 'Email', 'An email on its way.'), actions: new Set(['send']) },
  ])
  test('is covered by a document that performs it, not by one that knows about it', () => {
    expect(actions.search('send an email', 5).rarestTermCovered).toBe(true)
    expect(actions.search('read an email', 5).rarestTermCovered).toBe(true)
    expect(actions.search('print an email', 5).rarestTermCovered).toBe(false)
    expect(index.search('resolve dns records on my phone', 5).rarestTermCovered).toBe(false)
  })
})

describe('the rarest word', () => {
  test.each([
    ['decode a jwt for Zürich', 'decode', true],
    ['decode a lasagne recipe', 'lasagne', false],
    ['jwt signature', 'signature', true],
    ['jwt picture', 'jwt', false],
    ['photo', 'photo', true],
    ['the of', '', false],
    ['', '', false],
    ['resolve stripe.com', 'stripe.com', false],
  ])('%s', (query, rarestTerm, rarestTermCovered) => {
    expect(index.search(query, 5)).toMatchObject({ rarestTerm, rarestTermCovered })
  })
})

test.each([
  ['nothing', ''],
  ['spaces', ' \n\t '],
  ['marks', '!!! ??? ...'],
  ['lone surrogates', '\uD800\uDFFF'],
  ['members of objects', '__proto__ constructor toString'],
  ['a long word', 'a'.repeat(100_000)],
  ['many marks', '"'.repeat(100_000)],
  ['many parts', 'ab-'.repeat(50_000)],
  ['many words', Array.from({ length: 50_000 }, (_, n) => `w${n}`).join(' ')],
  ['colons', ':'.repeat(2000)],
  ['many dots', `${'a.'.repeat(1000)}!`],
  ['many phrases', 'read the text of all old versions of a page '.repeat(11)],
  ['many conversions', 'json to csv from '.repeat(29)],
  ['one German compound', 'wettervorhersage'.repeat(31)],
  ['signs without spaces', '域名所有者网页截图'.repeat(55)],
])('%s is answered quickly', async (_what, query) => {
  expect(await leastWork(200, () => index.search(query, 5))).toBeLessThan(200)
})

test('a search in an empty corpus gives no hits', () => {
  expect(createIndex([]).search('anything', 5)).toEqual({
    hits: [],
    matched: 0,
    rarestTerm: 'anything',
    rarestTermCovered: false,
    confidence: 0,
    signs: null,
  })
})
