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

/** As Mistral's reasoning models answer: the content is a list of parts. */
const THOUGHT = { type: 'thinking', thinking: [{ type: 'text', text: 'Two and two. ' }] }
const usage = { prompt_tokens: 28, completion_tokens: 35, total_tokens: 63 }

test('an answer of the chat wire whose content is a list keeps its words and thoughts', () => {
  const content = [THOUGHT, { type: 'text', text: '4' }]
  const message = { role: 'assistant', content, tool_calls: null }
  const pieces = chat.readAnswer({ choices: [{ message, finish_reason: 'stop' }], usage })
  expect(pieces).toMatchObject([
    { kind: 'thinking', text: 'Two and two. ' },
    { kind: 'text', text: '4' },
    { kind: 'end', stop: 'stop', usage: { input: 28, output: 35 } },
  ])
})

test('a stream of the chat wire whose content is a list keeps its words and thoughts', () => {
  const reader = chat.createReader()
  const read = (content: unknown) => reader.read({ choices: [{ delta: { content } }] })
  expect([
    ...read([THOUGHT]),
    ...read([{ type: 'thinking', thinking: 'So' }]),
    ...read([{ type: 'text', text: '4' }]),
    ...read('!'),
  ]).toEqual([
    { kind: 'thinking', text: 'Two and two. ' },
    { kind: 'thinking', text: 'So' },
    { kind: 'text', text: '4' },
    { kind: 'text', text: '!' },
  ])
})
