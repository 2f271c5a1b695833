/** @module-tag long */
import { describe, expect, test } from 'vitest'
import { stepsOf } from '../../../test/support/pack-steps.ts'

const bySuccess = (step: Record<string, { readonly ok: boolean; readonly skipped?: true }>) =>
  Object.fromEntries(
    Object.entries(step).map(([name, { ok, skipped }]) => [name, skipped ? 'skipped' : ok]),
  )

describe('any-to-markdown', () => {
  test('a page is extracted', async () => {
    const { step } = await stepsOf('any-to-markdown', { url: 'https://example.com/' })
    expect(bySuccess(step)).toEqual({
      'http-headers': true,
      extract: true,
      'pdf-to-markdown': 'skipped',
      'text-stats': true,
    })
  })
  test('a PDF is read as one', async () => {
    const { step } = await stepsOf('any-to-markdown', { url: 'https://example.com/paper.pdf' })
    expect(bySuccess(step)).toMatchObject({ extract: 'skipped', 'pdf-to-markdown': true })
    expect(step['text-stats']!.result).toMatchObject({ words: expect.any(Number) as number })
  })
})

test('page-brief measures the text of the page', async () => {
  const { answer, step } = await stepsOf('page-brief', { url: 'https://example.com/' })
  expect(answer['summary']).toBe('5/5 steps succeeded')
  expect(step['token-count']!.result!['tokens']).toBeGreaterThan(0)
})

test('feed-digest summarises the newest item of a site or of a feed', async () => {
  const { step } = await stepsOf('feed-digest', { url: 'https://example.com/' })
  expect(step['feed-parse']).toMatchObject({ ok: true })
  const { url } = step['feed-parse']!.result as { readonly url: string }
  const direct = await stepsOf('feed-digest', { url })
  expect(direct.step['feed-parse']!.result!['items']).toEqual(step['feed-parse']!.result!['items'])
})

test('decode-blob examines the decoded content, and does not repeat the blob', async () => {
  const inside = 'write to ada@example.com with AKIAIOSFODNN7EXAMPLF'
  const blob = Buffer.from(Buffer.from(inside).toString('hex')).toString('base64')
  const { answer, step } = await stepsOf('decode-blob', { blob })
  expect(answer['args']).toEqual({})
  expect(step['decode-guess']!.result).toMatchObject({ text: inside })
  expect(step['extract-entities']!.result).toMatchObject({ emails: ['ada@example.com'] })
  expect(step['secret-scan']!.result!['count']).toBeGreaterThan(0)
})

test('page-watch reports the changes and the captures in the archive', async () => {
  const url = 'https://example.com/'
  const first = await stepsOf('page-watch', { url })
  expect(first.step['page-changes']!.result).toMatchObject({ changed: false })
  const previousText = `${String(first.step['page-changes']!.result!['text'])}\nGone`
  const second = await stepsOf('page-watch', { url, previousText })
  expect(second.answer['summary']).toBe('3/3 steps succeeded')
  expect(second.step['page-changes']!.result).toMatchObject({ changed: true, removedLines: 1 })
})
