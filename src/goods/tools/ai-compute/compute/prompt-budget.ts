import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { json, jsonRows } from '../../../../base/lib/json-guard.ts'
import type { JsonObject } from '../../../../base/lib/json-object.ts'
import { countTokens } from '../../../../base/lib/tokens.ts'

const MESSAGES_MAX = 1_000
/** Tokens of each message beside its text, and of the beginning of an answer, at OpenAI. */
const PER_MESSAGE = 3
const PER_PROMPT = 3
/** Models whose encoding is o200k; of the others the number is an estimate. */
const EXACT = /^(gpt-(4o|4\.1|4\.5|5)|o[134]|chatgpt-4o)/

export default defineTool({
  route: 'POST /api/prompt-budget',
  name: 'Prompt budget',
  description:
    'Fit a chat history into a token budget: system messages and the newest turns stay, tool calls stay with their answers.',
  asks: [
    'fit a chat history into a token budget',
    'cut old messages so that the chat fits the tokens',
    'the chat is too long for the model, cut old turns',
    'keep the conversation within the context window',
    'make the history smaller so requests cost less',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    messages: jsonRows(MESSAGES_MAX)
      .refine((rows) => rows.length > 0, { error: 'must hold at least one message' })
      .refine((rows) => rows.every(({ role }) => typeof role === 'string'), {
        error: 'must each have a role',
      })
      .describe('Messages with role and content, 1 to 1000, in the format of OpenAI or Anthropic.'),
    maxTokens: z
      .int()
      .min(1)
      .max(10_000_000)
      .describe('Most tokens of messages and tools together.'),
    model: z
      .string()
      .max(200)
      .default('gpt-4o')
      .describe(
        'Name of the model. Tokens are counted by o200k: exact for texts of gpt-4o and later, an estimate for others.',
      ),
    keep: z
      .enum(['recent', 'system-recent', 'edges'])
      .default('system-recent')
      .describe('system-recent: system messages, then the newest. edges: the first turn as well.'),
    tools: json()
      .optional()
      .describe('Definitions of tools that are sent with the messages; their tokens count too.'),
  }),
  output: z.object({
    messages: z
      .array(z.record(z.string(), z.unknown()))
      .describe('Messages that fit, unchanged, in order.'),
    tokensBefore: z.int().describe('Tokens of all messages and tools.'),
    tokensAfter: z.int().describe('Tokens of the kept messages and the tools.'),
    dropped: z.int().describe('Messages that were left out.'),
    toolTokens: z.int().describe('Tokens of the tools alone.'),
    exact: z.boolean().describe('Whether the model uses the encoding o200k.'),
  }),
  examples: [
    {
      input: { messages: [{ role: 'user', content: 'hello' }], maxTokens: 100 },
      output: {
        messages: [{ role: 'user', content: 'hello' }],
        tokensBefore: 8,
        tokensAfter: 8,
        dropped: 0,
        toolTokens: 0,
        exact: true,
      },
    },
    {
      input: {
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'A long story about a town.' },
          { role: 'assistant', content: 'I see.' },
          { role: 'user', content: 'And now?' },
        ],
        maxTokens: 24,
      },
    },
  ],

  async run({ messages, maxTokens, model, keep, tools }) {
    const toolTokens = tools === undefined ? 0 : await countTokens(JSON.stringify(tools))
    const counts: number[] = []
    for (const message of messages) counts.push(await tokensOf(message))
    const fixed = toolTokens + PER_PROMPT
    const sumOf = (places: Iterable<number>) =>
      [...places].reduce((sum, place) => sum + (counts[place] ?? 0), fixed)
    const turns = turnsOf(messages)
    const mustStay = turns.filter((turn, at) => staysAnyway(turn, at))
    const kept = new Set(mustStay.flat())
    const least = sumOf(kept)
    if (least > maxTokens)
      throw badInput(
        `maxTokens: must be at least ${least} for the messages that stay and the tools`,
      )
    // The newest first; what does not fit ends the history, so that it has no holes.
    for (const turn of turns.toReversed()) {
      if (kept.has(turn[0] ?? 0)) continue
      if (sumOf([...kept, ...turn]) > maxTokens) break
      for (const place of turn) kept.add(place)
    }
    return {
      messages: messages.filter((_, place) => kept.has(place)).map((message) => ({ ...message })),
      tokensBefore: sumOf(messages.keys()),
      tokensAfter: sumOf(kept),
      dropped: messages.length - kept.size,
      toolTokens,
      exact: EXACT.test(model.replace(/^openai\//, '')),
    }

    function staysAnyway(turn: readonly number[], at: number): boolean {
      if (at === turns.length - 1) return true
      const isSystem = /^(system|developer)$/.test(String(messages[turn[0] ?? 0]?.['role']))
      if (keep === 'recent') return false
      const firstTurn = turns.findIndex(
        (one) => !/^(system|developer)$/.test(String(messages[one[0] ?? 0]?.['role'])),
      )
      return isSystem || (keep === 'edges' && at === firstTurn)
    }
  },
})

async function tokensOf(message: JsonObject): Promise<number> {
  const { content, role, name, ...rest } = message
  const text =
    typeof content === 'string' ? content : content == null ? '' : JSON.stringify(content)
  const more = Object.keys(rest).length > 0 ? JSON.stringify(rest) : ''
  const named = typeof name === 'string' ? 1 + (await countTokens(name)) : 0
  const own = (await countTokens(text)) + (await countTokens(String(role))) + named
  return PER_MESSAGE + own + (more === '' ? 0 : await countTokens(more))
}

/** Places of messages that belong together: a message that calls tools, and what they answered. */
function turnsOf(messages: readonly JsonObject[]): readonly (readonly number[])[] {
  const turns: number[][] = []
  for (const [place, message] of messages.entries()) {
    const last = turns.at(-1)
    if (last && answersTool(message)) last.push(place)
    else turns.push([place])
  }
  return turns
}

function answersTool({ role, content }: JsonObject): boolean {
  if (role === 'tool' || role === 'function') return true
  return (
    Array.isArray(content) &&
    content.some((part) => (part as JsonObject | null)?.['type'] === 'tool_result')
  )
}
