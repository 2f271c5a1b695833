import { describe, expect, test } from 'vitest'
import type { Conversation } from './conversation.ts'
import { echo } from './echo.ts'

const hearing = (text: string): Conversation =>
  ({ turns: [{ role: 'user', parts: [{ kind: 'text', text }] }], tools: [] }) as never

const said = (text: string): string =>
  echo(hearing(text))
    .map((piece) => (piece.kind === 'text' ? piece.text : ''))
    .join('')

describe('the echo', () => {
  test('repeats a text as it is, with its spaces', () => {
    expect(said('one  two\nthree')).toContain('one  two\nthree')
    expect(echo(hearing('a b')).at(-1)).toMatchObject({ kind: 'end', stop: 'stop' })
  })

  test('repeats the beginning of a text of 4 MB, and counts its words', () => {
    const pieces = echo(hearing('ab '.repeat(1_400_000)))
    expect(pieces.length).toBeLessThan(10_000)
    expect(pieces.at(-1)).toMatchObject({
      kind: 'end',
      stop: 'length',
      usage: { input: 1_400_000 },
    })
  })
})
