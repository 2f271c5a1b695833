import { describe, expect, test } from 'vitest'
import { createCatalog } from './catalog.ts'
import { sampleOf } from './sample.ts'
import { catalogOfTools } from '../../../test/support/catalog.ts'

const loaded = await catalogOfTools()
const sampleWithout = (...off: readonly string[]) =>
  sampleOf(createCatalog(loaded, { setting: () => undefined, off }).tools)

describe('the call that a newcomer is shown', () => {
  test('is one for every day', () => {
    expect(sampleWithout()).toEqual({
      slug: 'hash',
      path: '/api/hash',
      body: '{"text":"hello","algo":"sha256"}',
    })
  })
  test('is another where that is off', () => {
    const { slug, path } = sampleWithout('encoding') ?? {}
    expect(path).toBe(`/api/${slug}`)
    expect(slug).not.toBe('hash')
  })
  test('is none where no tool takes work', () => {
    expect(sampleOf(loaded.tools.filter(({ pure }) => !pure))).toBeNull()
  })
})
