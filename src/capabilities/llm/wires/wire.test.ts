import { expect, test } from 'vitest'
import { chat } from './chat.ts'
import { messages } from './messages.ts'
import { responses } from './responses.ts'

const many = (item: unknown) => Array.from({ length: 32_000 }, () => item)
const text = { type: 'text', text: 'a' }

test.each([
  ['chat', chat, { messages: [{ role: 'user', content: many({ type: 1 }) }] }, /^messages: /],
  ['chat', chat, { messages: many({ role: 'user', content: 'a' }) }, /^messages: /],
  [
    'messages',
    messages,
    { max_tokens: 1, messages: [{ role: 'user', content: many(text) }] },
    /^messages: /,
  ],
  ['responses', responses, { input: many({ type: 1 }) }, /^input: /],
] as const)(
  'a body of %s with too many parts is refused before its parts are read',
  (_name, wire, body, says) => {
    expect(() => wire.decode(body)).toThrow(says)
    expect(() => wire.decode(body)).toThrow(/at most 2000 items/)
  },
)

test('a long conversation is read', () => {
  const turns = Array.from({ length: 900 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: [text],
  }))
  expect(() => chat.decode({ messages: turns })).not.toThrow()
})
