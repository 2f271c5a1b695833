import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineTool, nameTool } from '../../base/core/tool.ts'
import { createIndex } from '../../engines/search/rank.ts'
import type { PackEntry } from './entry.ts'
import { createFind, documentOf, type Listing } from './find.ts'

const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../test/fixtures/${name}`, import.meta.url), 'utf8'))

/** A query, and the tools of which one should be found. */
type ExpectedSlugs = readonly [query: string, ...slugs: string[]]

const sample = (fixture('catalog-sample.json') as readonly Omit<Listing, 'asks'>[]).map(
  (listing): Listing => ({ ...listing, asks: [] }),
)
const queries = fixture('find-queries.json') as Readonly<
  Record<'tuned' | 'unseen', ExpectedSlugs[]>
>
const index = createIndex(sample.map((listing) => documentOf(listing.slug, listing)))
const found = (query: string): readonly string[] =>
  index.search(query, 5).hits.map((hit) => hit.item)

describe('quality', () => {
  /** The weights were chosen with `tuned` in sight, and `unseen` was written afterwards. */
  test.each([
    ['tuned', 0.84, 0.96],
    ['unseen', 0.85, 0.97],
  ] as const)('%s queries find their tool', (set, firstMin, fiveMin) => {
    const places = queries[set].map(([query, ...slugs]) =>
      found(query).findIndex((slug) => slugs.includes(slug)),
    )
    const share = (hits: readonly number[]): number => hits.length / places.length
    expect(share(places.filter((place) => place === 0))).toBeGreaterThanOrEqual(firstMin)
    expect(share(places.filter((place) => place >= 0))).toBeGreaterThanOrEqual(fiveMin)
  })

  test.each([
    ['sha256 of a string', 'hash'],
    ['decode jwt', 'jwt-decode'],
    ['what time is it in tokyo', 'time'],
    ['unzip file', 'zip-read'],
    ['next run of cron', 'cron-next'],
    ['urlencode', 'url-code'],
    ['MD5', 'hash'],
  ])('%s finds %s first', (query, slug) => {
    expect(found(query)[0]).toBe(slug)
  })

  test('a slug or a name in any spelling finds its tool first', () => {
    for (const { slug, name } of sample) {
      const others = sample.filter((other) => other.slug !== slug && sameName(other.slug, name))
      expect(found(slug)[0]).toBe(slug)
      expect(found(slug.replaceAll('-', '_').toUpperCase())[0]).toBe(slug)
      if (others.length === 0) expect(found(name)[0]).toBe(slug)
    }
  })

  test('a term that no tool covers is named', () => {
    expect(index.search('a sushi recipe from tokyo', 5)).toMatchObject({
      rarestTerm: 'sushi',
      rarestTermCovered: false,
    })
    expect(index.search('decode jwt', 5).rarestTermCovered).toBe(true)
  })

  test('a place name does not count as a missing term', () => {
    expect(index.search('what time is it in tokyo', 5)).toMatchObject({
      rarestTerm: 'time',
      rarestTermCovered: true,
    })
  })
})

test('half of all queries take less than a millisecond at 700 tools', () => {
  const copies = Array.from({ length: 6 }, (_, copy) =>
    sample.map((listing) => documentOf(copy, { ...listing, slug: `${listing.slug}-${copy}` })),
  ).flat()
  const large = createIndex(copies)
  const asked = [...queries.tuned, ...queries.unseen].map(([query]) => query)
  for (const query of asked) large.search(query, 5)
  const times = asked.map((query) => {
    const started = performance.now()
    large.search(query, 5)
    return performance.now() - started
  })
  expect(copies.length).toBeGreaterThan(700)
  expect(times.toSorted((a, b) => a - b)[times.length >> 1]).toBeLessThan(1)
})

const site = { name: 'Test', baseUrl: 'https://tools.test', build: 'test' }
const tools = Array.from({ length: 30 }, (_, number) => tool(`count-${number}`))

function tool(slug: string) {
  const spec = defineTool({
    route: `GET /api/${slug}`,
    name: `Count ${slug}`,
    description: 'Counts sheep.',
    price: '$0.001',
    uses: {},
    input: z.object({ breed: z.enum(['merino', 'suffolk']).describe('Which sheep.') }),
    output: z.object({ flock: z.number() }),
    examples: [{ input: { breed: 'merino' } }],
    run: () => ({ flock: 1 }),
  })
  return nameTool(spec, 'farm', slug)
}

const pack: PackEntry = {
  slug: 'sheep-day',
  title: 'A day with sheep',
  tagline: 'Counted and shorn.',
  toolSlugs: ['count-1'],
  url: 'https://tools.test/skills/sheep-day',
  promptName: 'sheep-day',
  method: 'POST',
  route: '/api/skill/sheep-day',
  callUrl: 'https://tools.test/api/skill/sheep-day',
  price: '$0.001',
  aLaCarteUsd: 0.001,
  oneCall: 'One payment, one step.',
}

describe('the answer', () => {
  const find = createFind({ tools }, site)

  test('counts its results', async () => {
    const answer = await find('count sheep', 3)
    expect(answer).toMatchObject({
      query: 'count sheep',
      count: 3,
      returned: 3,
      topMax: 25,
      matched: 30,
      complete: false,
      truncated: true,
      packs: [],
      rarestTerm: 'count',
      rarestTermCovered: true,
    })
    expect(answer.results[0]).toMatchObject({
      slug: 'count-0',
      route: 'GET /api/count-0',
      price: '$0.001',
      priceUsd: 0.001,
      category: 'farm',
      computePayable: true,
      callExample: { method: 'GET', path: '/api/count-0', query: { breed: 'merino' } },
      required: ['breed'],
      docs: 'https://tools.test/tools/count-0',
    })
  })

  test('is in the order of score, then slug, and scores have three decimals', async () => {
    const { results } = await find('sheep', 25)
    const sorted = results.toSorted((a, b) => b.score - a.score || (a.slug < b.slug ? -1 : 1))
    expect(results).toEqual(sorted)
    for (const { score } of results) expect(score).toBe(Number(score.toFixed(3)))
  })

  test.each([
    [undefined, 5],
    [null, 5],
    ['', 5],
    ['many', 5],
    [Number.NaN, 5],
    [0, 1],
    [-3, 1],
    [2.9, 2],
    ['7', 7],
    [26, 25],
    [1e9, 25],
    [Number.POSITIVE_INFINITY, 25],
    [{}, 5],
  ])('k of %s returns %i', async (k, count) => {
    expect(await find('sheep', k)).toMatchObject({ count, returned: count })
  })

  test.each(['', '   ', 'the of', 'zebra'])('%j finds nothing', async (query) => {
    expect(await find(query)).toMatchObject({
      query,
      count: 0,
      returned: 0,
      matched: 0,
      complete: true,
      truncated: false,
      results: [],
      packs: [],
      rarestTermCovered: false,
    })
  })

  test('is complete when it holds every tool that scored', async () => {
    expect(await find('count-7', 25)).toMatchObject({ truncated: true })
    expect(await createFind({ tools: tools.slice(0, 4) }, site)('merino')).toMatchObject({
      count: 4,
      complete: true,
      truncated: false,
    })
  })

  test('holds the matching packs', async () => {
    const { packs } = await createFind({ tools }, site, [pack])('a day of counting sheep')
    expect(packs).toEqual([{ ...pack, score: expect.any(Number) }])
    expect(await createFind({ tools }, site, [pack])('wolves')).toMatchObject({ packs: [] })
  })
})

const sameName = (slug: string, name: string): boolean =>
  slug.replaceAll('-', '') === name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
