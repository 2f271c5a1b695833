import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import { troubled } from '../../../../../test/support/upstreams/define.ts'
import { createCatalog } from '../../../../selling/catalog/catalog.ts'
import { nameTool, type ToolSpec } from '../../../../base/core/tool.ts'
import answer from './answer.ts'
import exaSearch from './exa-search.ts'
import exaSimilar from './exa-similar.ts'
import multiSearch from './multi-search.ts'
import searchContext from './search-context.ts'
import searchImages from './search-images.ts'
import { pageKey } from '../../../../base/lib/same-page.ts'
import searchLite from './search-lite.ts'
import searchNews from './search-news.ts'
import searchVideos from './search-videos.ts'
import search from './search.ts'

const bad = { code: 'bad_input' }

describe('refused inputs', () => {
  test.each<[ToolSpec, Record<string, unknown>]>([
    [search, { q: 'x'.repeat(401) }],
    [search, { q: '  ' }],
    [search, { q: 'x', count: 21 }],
    [search, { q: 'x', freshness: 'week' }],
    [search, { q: 'x '.repeat(60) }],
    [searchLite, { q: 'x', count: 6 }],
    [searchNews, { q: 'x', countryCode: 'DEU' }],
    [answer, { q: 'x', language: 'Englisch!' }],
    [exaSearch, { query: 'x'.repeat(1001) }],
    [exaSearch, { query: 'x', category: 'github' }],
    [exaSearch, { query: 'x', startPublishedDate: 'yesterday' }],
    [exaSearch, { query: 'x', category: 'company', excludeDomains: ['a.example'] }],
    [exaSimilar, { url: 'stripe.com' }],
    [exaSimilar, { url: 'https://unknown.example' }],
    [exaSimilar, { url: 'https://a.example', numResults: 11 }],
    [searchImages, { q: 'x', safeSearch: 'moderate' }],
    [searchImages, { q: 'x', count: 51 }],
    [searchVideos, { q: 'x', freshness: '2020-01-01to2020-02-01' }],
    [searchContext, { q: 'x', maxTokens: 1_023 }],
    [searchContext, { q: 'x '.repeat(60) }],
    [multiSearch, { queries: [] }],
    [multiSearch, { queries: ['a', 'b', 'c', 'd', 'e', 'f'] }],
    [multiSearch, { queries: ['a', ''] }],
    [multiSearch, { queries: ['x '.repeat(60), 'y '.repeat(60)] }],
  ])('%#', async (spec, input) => {
    await expect(runExample(spec, input)).rejects.toMatchObject(bad)
  })
})

test('no match is an empty answer', async () => {
  expect(await runExample(search, { q: 'nothing' })).toMatchObject({ results: [] })
  const context = await runExample(searchContext, { q: 'nothing' })
  expect(context).toMatchObject({ passages: [], sources: {} })
  const several = await runExample(multiSearch, { queries: ['nothing'] })
  expect(several).toMatchObject({ merged: [], results: [{ results: [], error: null }] })
})

test('answers are marked as written by strangers', async () => {
  for (const spec of [search, searchLite, searchNews, answer])
    expect(await runExample(spec, { q: 'x' })).toMatchObject({ untrustedContent: true })
})

test('a refused key is not a fault of the caller', async () => {
  const asked = runExample(search, { q: 'x' }, undefined, { BRAVE_SEARCH_API_KEY: 'old' })
  await expect(asked).rejects.toMatchObject({ code: 'upstream_failed' })
})

describe('search-lite', () => {
  test('if one engine fails, the other is asked', async () => {
    const settings = { SEARXNG_URL: await troubled('html') }
    expect(await runExample(searchLite, { q: 'x', count: 1 }, undefined, settings)).toMatchObject({
      results: [{ url: 'https://www.x402.example/protocol' }],
      source: 'Brave Search',
    })
  })
  test('without its own engine, Brave is asked', async () => {
    const asked = runExample(searchLite, { q: 'x' }, undefined, { SEARXNG_URL: '' })
    expect(await asked).toMatchObject({ source: 'Brave Search' })
  })
  test('without any engine, it says so before it quotes a price', () => {
    const tools = [nameTool(searchLite, 'web', 'search-lite')]
    const families = { web: { title: 'Web', description: 'Web.' } }
    const catalog = createCatalog({ tools, families }, { setting: () => undefined })
    expect(catalog.bySlug('search-lite')?.unavailable).toContain(
      'SEARXNG_URL or BRAVE_SEARCH_API_KEY is not set.',
    )
  })
})

describe('multi-search', () => {
  test('a failed query has its error, and the others are answered', async () => {
    const queries = ['broken', 'x '.repeat(60).trim(), 'a', ' a ']
    expect(await runExample(multiSearch, { queries, count: 1 })).toMatchObject({
      results: [
        { query: 'broken', results: [], error: 'Brave Search answered 500.' },
        { results: [], error: expect.stringContaining('50 words') as string },
        { query: 'a', results: [{ title: "x402: the web's way to pay" }], error: null },
      ],
      merged: [{ queries: ['a'] }],
    })
  })
  test('if all fail, and not all by the caller, it is not a bad input', async () => {
    const queries = ['x '.repeat(60), 'broken']
    await expect(runExample(multiSearch, { queries })).rejects.toMatchObject({
      code: 'upstream_failed',
    })
  })
  test.each([
    ['https://a.example', 'http://www.a.example/', true],
    ['https://a.example/x?b=2&a=1', 'https://a.example/x/?a=1&b=2&utm_source=y#z', true],
    ['https://a.example/x?b=2', 'https://a.example/x?b=3', false],
    ['https://a.example/x', 'https://a.example/X', false],
    ['https://a.example:8080/', 'https://a.example/', false],
    ['https://a.example/?q=a%26b', 'https://a.example/?q=a&b', false],
    ['no address', 'no address', true],
    ['javascript:1', 'javascript:2', false],
  ])('%s and %s: %s', (a, b, isSame) => {
    expect(pageKey(a) === pageKey(b)).toBe(isSame)
  })
})
