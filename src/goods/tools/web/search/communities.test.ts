import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import type { ToolSpec } from '../../../../base/core/tool.ts'
import bskyPosts from './bsky-posts.ts'
import bskyProfile from './bsky-profile.ts'
import hnSearch from './hn-search.ts'
import hnThread from './hn-thread.ts'
import stackexchangeSearch from './stackexchange-search.ts'

const SIX_TAGS = 'a,b,c,d,e,f'

describe('refused inputs', () => {
  test.each<[ToolSpec, Record<string, unknown>, string]>([
    [hnSearch, { q: '界'.repeat(171) }, 'bad_input'],
    [hnSearch, { q: '  ' }, 'bad_input'],
    [hnSearch, { q: 'x', kind: 'job' }, 'bad_input'],
    [hnSearch, { q: 'x', limit: 101 }, 'bad_input'],
    [hnThread, { id: 0 }, 'bad_input'],
    [hnThread, { id: 1.5 }, 'bad_input'],
    [hnThread, { id: 1, maxComments: 501 }, 'bad_input'],
    [hnThread, { id: 4242 }, 'not_found'],
    [stackexchangeSearch, { q: 'x', site: 'no such site' }, 'bad_input'],
    [stackexchangeSearch, { q: 'x', site: 'nosuchsite' }, 'bad_input'],
    [stackexchangeSearch, { q: 'x', tags: SIX_TAGS }, 'bad_input'],
    [stackexchangeSearch, { q: 'x', tags: 'a;b' }, 'bad_input'],
    [stackexchangeSearch, { q: 'too many' }, 'upstream_failed'],
    [bskyProfile, { actor: 'nobody' }, 'bad_input'],
    [bskyProfile, { actor: 'did:key:z6Mk' }, 'bad_input'],
    [bskyProfile, { actor: 'a.example/..' }, 'bad_input'],
    [bskyProfile, { actor: `${'a-'.repeat(120)}!` }, 'bad_input'],
    [bskyProfile, { actor: 'nobody.example' }, 'not_found'],
    [bskyProfile, { actor: 'gone.example' }, 'not_found'],
    [bskyPosts, { actor: 'bsky.app', limit: 101 }, 'bad_input'],
    [bskyPosts, { actor: 'bsky.app', cursor: 'bad' }, 'bad_input'],
  ])('%#', async (spec, input, code) => {
    await expect(runExample(spec, input)).rejects.toMatchObject({ code })
  })
})

test('kind all finds every kind of item', async () => {
  const { results } = await runExample(hnSearch, { q: 'x', kind: 'all' })
  expect(results).toHaveLength(3)
})

describe('a thread', () => {
  test('deleted comments are left out, and their replies are not', async () => {
    const { comments } = await runExample(hnThread, { id: 8863 })
    const told = (comments as { id: number; depth: number }[]).map(({ id, depth }) => [id, depth])
    expect(told).toEqual([
      [9224, 0],
      [9479, 2],
      [8876, 0],
      [8900, 0],
    ])
  })
  test('a deeply nested thread is read', async () => {
    const { comments } = await runExample(hnThread, { id: 9999, maxComments: 500 })
    expect(comments).toHaveLength(500)
    expect((comments as unknown[]).at(-1)).toMatchObject({ depth: 499 })
  })
})

test('tags are a list with commas, in any case', async () => {
  const input = { q: 'x', tags: ' UPSERT , , sql', limit: 5 }
  expect(await runExample(stackexchangeSearch, input)).toMatchObject({ count: 1 })
})

test('a DID is used unchanged', async () => {
  const actor = 'did:plc:z72i7hdynmk6r22z27h6tvur'
  expect(await runExample(bskyProfile, { actor })).toMatchObject({ handle: 'bsky.app' })
})
