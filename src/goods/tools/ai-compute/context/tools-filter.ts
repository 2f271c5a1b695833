import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, searchText } from '../../../../base/lib/fields.ts'
import { jsonRows } from '../../../../base/lib/json-guard.ts'
import { isObject, type JsonObject } from '../../../../base/lib/json-object.ts'
import { encoder } from '../../../../base/lib/tokens.ts'
import { createIndex } from '../../../../engines/search/rank.ts'

const TOOLS_MAX = 2_000
const NAME_LENGTH_MAX = 200

export default defineTool({
  route: 'POST /api/tools-filter',
  name: 'Tools filter',
  description:
    'Picks the few tools of a long list of definitions that fit a goal, and counts the tokens that this saves in a prompt.',
  asks: [
    'pick the tools that fit a goal out of a long list of tool definitions',
    'which of these function definitions should I give the model',
    'my agent has too many tools, which ones does it need',
    'choose the right functions for a task',
    'shorten the list of tool definitions before calling the model',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    goal: searchText(2_000).describe('The goal in words, up to 2000 characters.'),
    tools: jsonRows(TOOLS_MAX, { bytesMax: 2 * MB, valuesMax: 200_000 }).describe(
      '1 to 2000 definitions, 2 MB together: name, description, and inputSchema or parameters; ' +
        'also as {type: "function", function: {...}}.',
    ),
    limit: z.int().min(1).max(100).default(10).describe('Most tools to keep, 1 to 100.'),
    maxTokens: z
      .int()
      .min(100)
      .max(100_000)
      .optional()
      .describe('Most tokens of the definitions that are kept, 100 to 100000.'),
  }),
  output: z.object({
    tools: z
      .array(
        z.object({
          name: z.string(),
          index: z.int().describe('Index in tools, from 0.'),
          score: z.number().describe('Relevance, 1 for the best.'),
        }),
      )
      .describe('Kept tools, best first; empty if none shares a word with the goal.'),
    kept: z.int(),
    tokensBefore: z.int().describe('Tokens of all definitions as JSON, by o200k_base.'),
    tokensAfter: z.int().describe('Tokens of the kept definitions.'),
  }),
  examples: [
    {
      input: {
        goal: 'convert a csv',
        tools: [
          { name: 'send_mail', description: 'Send an email' },
          { name: 'csv_to_json', description: 'CSV to JSON' },
        ],
      },
      output: {
        tools: [{ name: 'csv_to_json', index: 1, score: 1 }],
        kept: 1,
        tokensBefore: 25,
        tokensAfter: 13,
      },
    },
  ],

  async run({ goal, tools, limit, maxTokens = Infinity }) {
    const listed = tools.map((tool, index) => ({ index, ...definitionOf(tool, index) }))
    if (listed.length === 0) throw badInput('tools: must hold at least one definition')
    const count = await encoder()
    const sizes = tools.map((tool) => count(JSON.stringify(tool)))
    const index = createIndex(
      listed.map((one) => ({
        item: one,
        names: [one.name],
        fields: [
          { text: one.name.replaceAll(/[_./-]+|(?<=[a-z])(?=[A-Z])/g, ' '), weight: 3 },
          { text: one.description, weight: 2 },
          { text: one.inputs, weight: 0.5 },
        ],
      })),
    )
    const { hits } = index.search(goal, Math.min(listed.length, CONSIDERED_MAX))
    const best = hits[0]?.score ?? 1
    let tokensAfter = 0
    let room = limit
    const kept = hits.flatMap(({ item, score }) => {
      const size = sizes[item.index] ?? 0
      if (room === 0 || tokensAfter + size > maxTokens) return []
      room -= 1
      tokensAfter += size
      return [
        { name: item.name, index: item.index, score: Math.round((score / best) * 1_000) / 1_000 },
      ]
    })
    return {
      tools: kept,
      kept: kept.length,
      tokensBefore: sizes.reduce((a, b) => a + b, 0),
      tokensAfter,
    }
  },
})

const CONSIDERED_MAX = 100

interface Definition {
  readonly name: string
  readonly description: string
  /** Names and descriptions of what it takes. */
  readonly inputs: string
}

function definitionOf(tool: JsonObject, index: number): Definition {
  const inner = isObject(tool['function']) ? tool['function'] : tool
  const { name, description } = inner
  if (typeof name !== 'string' || name === '' || name.length > NAME_LENGTH_MAX)
    throw badInput(`tools.${index}.name: must be text of 1 to ${NAME_LENGTH_MAX} characters`)
  const schema = inner['inputSchema'] ?? inner['input_schema'] ?? inner['parameters']
  const properties = isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {}
  const inputs = Object.entries(properties).map(([key, value]) => {
    const about = isObject(value) ? value['description'] : undefined
    return `${key} ${typeof about === 'string' ? about : ''}`
  })
  return {
    name,
    description: typeof description === 'string' ? description : '',
    inputs: inputs.join(' ').slice(0, INPUTS_READ_MAX),
  }
}

/** Of what a tool takes; longer texts say nothing more about it. */
const INPUTS_READ_MAX = 4_000
