import { describe, expect, test } from 'vitest'
import { leastWork } from '../../../test/support/wait.ts'
import type { Conversation } from './conversation.ts'
import { routeOf } from './route.ts'

const asked = (text: string, before = ''): Conversation => ({
  system: before === '' ? [] : [{ kind: 'text', text: before }],
  turns: [{ role: 'user', parts: [{ kind: 'text', text }] }],
  tools: [],
  stream: false,
  includeUsage: false,
})

describe('the route of a question', () => {
  test.each([
    ['```ts\nconst a = 1\n```\nWhy does this fail?', 'code'],
    ['Refactor the function add in src/math.ts', 'code'],
    ['Traceback (most recent call last):\n  File "a.py", line 3', 'code'],
    ['Prove that sqrt(2) is irrational', 'reasoning'],
    ['How many ways are there to seat 7 guests?', 'reasoning'],
    ['Summarise TCP in one line', 'general'],
    ['What import duties does Norway have?', 'general'],
  ])('%j is %s', (text, category) => {
    expect(routeOf(asked(text)).category).toBe(category)
  })
  test('is long where what stands before it is long', () => {
    expect(routeOf(asked('Sum it up.', 'word '.repeat(8_000))).category).toBe('long')
  })
  test('is the same for the same conversation', () => {
    const question = asked('Prove it, step by step')
    expect(routeOf(question)).toEqual(routeOf(structuredClone(question)))
  })
  test('is found in the time of its first and last part, however long it is', async () => {
    const question = asked(`${'select a '.repeat(200_000)}${'$'.repeat(200_000)}`)
    expect(await leastWork(100, () => routeOf(question))).toBeLessThan(100)
  })
})
