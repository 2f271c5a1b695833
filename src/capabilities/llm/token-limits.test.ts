import { expect, test } from 'vitest'
import { sentText } from './token-limits.ts'
import { WIRES } from './wires/all.ts'
import type { WireName } from './wires/policy.ts'

const MARK = 'marked-by-test'
const user = { role: 'user', content: 'Hi' }
const said = (more: object) => ({ messages: [user, { role: 'assistant', content: 'a', ...more }] })
const call = { id: 'a', type: 'function', function: { name: 'w', arguments: '{}' } }
const chatTool = { type: 'function', function: { name: 'w', parameters: {} } }
const shape = { type: 'json_schema', name: 'f', schema: {}, description: MARK }
const noted = { type: 'output_text', text: 'a', annotations: [{ type: 'x', title: MARK }] }

const SENT: readonly (readonly [name: string, wire: WireName, body: Record<string, unknown>])[] = [
  ['a refusal', 'chat', said({ refusal: MARK })],
  ['a name', 'chat', { messages: [{ ...user, name: MARK }] }],
  ['details of thoughts', 'chat', said({ reasoning_details: [{ text: MARK }] })],
  ['thoughts told twice', 'chat', said({ reasoning_content: 'a', reasoning: MARK })],
  [
    'what belongs to a call',
    'chat',
    said({ tool_calls: [{ ...call, extra_content: { a: MARK } }] }),
  ],
  ['an unknown member of a tool', 'chat', { messages: [user], tools: [{ ...chatTool, a: MARK }] }],
  [
    'an unknown member of a function',
    'chat',
    { messages: [user], tools: [{ ...chatTool, function: { ...chatTool.function, a: [MARK] } }] },
  ],
  [
    'the description of a format',
    'chat',
    { messages: [user], response_format: { type: 'json_schema', json_schema: shape } },
  ],
  [
    'an unknown member of a tool',
    'messages',
    { max_tokens: 9, messages: [user], tools: [{ name: 'w', input_schema: {}, a: MARK }] },
  ],
  ['an annotation', 'responses', { input: [user, { role: 'assistant', content: [noted] }] }],
  ['the description of a format', 'responses', { input: 'Hi', text: { format: shape } }],
  [
    'an unknown member of a tool',
    'responses',
    { input: 'Hi', tools: [{ type: 'function', name: 'w', parameters: {}, a: MARK }] },
  ],
]

test.each(SENT)('the tokens of %s of the wire %s are counted', (_name, wire, body) => {
  expect(sentText(WIRES[wire].decode(body).conversation)).toContain(MARK)
})

test.each(['chat', 'messages', 'responses'] as const)(
  'a plain conversation of the wire %s is counted as its text alone',
  (wire) => {
    const body = wire === 'responses' ? { input: [user] } : { max_tokens: 9, messages: [user] }
    expect(sentText(WIRES[wire].decode(body).conversation).trim()).toBe('Hi')
  },
)
