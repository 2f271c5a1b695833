import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../test/support/run-tool.ts'
import { troubled } from '../../../../test/support/upstreams/define.ts'
import { assertConfigured } from '../../../call/run.ts'
import type { Host } from '../../../core/capability.ts'
import { nameTool, type ToolSpec } from '../../../core/tool.ts'
import answer from './answer.ts'
import exaSearch from './exa-search.ts'
import searchLite from './search-lite.ts'
import searchNews from './search-news.ts'
import search from './search.ts'

const bad = { code: 'bad_input' }

describe('what is refused', () => {
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
  ])('%#', async (spec, input) => {
    await expect(runExample(spec, input)).rejects.toMatchObject(bad)
  })
})

/** A host without any setting. */
const nowhere = { setting: () => undefined } as unknown as Host

test('nothing found is an answer', async () => {
  expect(await runExample(search, { q: 'nothing' })).toMatchObject({ results: [] })
})

test('answers are marked as written by strangers', async () => {
  for (const spec of [search, searchLite, searchNews, answer])
    expect(await runExample(spec, { q: 'x' })).toMatchObject({ untrustedContent: true })
})

test('a key that is refused is no fault of the caller', async () => {
  const asked = runExample(search, { q: 'x' }, undefined, { BRAVE_SEARCH_API_KEY: 'old' })
  await expect(asked).rejects.toMatchObject({ code: 'upstream_failed' })
})

describe('search-lite', () => {
  test('where one engine fails, the other is asked', async () => {
    const settings = { SEARXNG_URL: await troubled('html') }
    expect(await runExample(searchLite, { q: 'x', count: 1 }, undefined, settings)).toMatchObject({
      results: [{ url: 'https://www.x402.example/protocol' }],
      source: 'Brave Search',
    })
  })
  test('without its own engine it is Brave', async () => {
    const asked = runExample(searchLite, { q: 'x' }, undefined, { SEARXNG_URL: '' })
    expect(await asked).toMatchObject({ source: 'Brave Search' })
  })
  test('without any it says so before it quotes', () => {
    const tool = nameTool(searchLite, 'web', 'search-lite')
    expect(() => assertConfigured(tool, nowhere)).toThrow(
      'SEARXNG_URL or BRAVE_SEARCH_API_KEY is not set.',
    )
  })
})
