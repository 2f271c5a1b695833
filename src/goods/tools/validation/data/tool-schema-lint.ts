import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { jsonRows } from '../../../../base/lib/json-guard.ts'
import { schemaFlaws } from '../../../../engines/formats/json-schema.ts'
import { countTokens } from '../../../../base/lib/tokens.ts'
import {
  definitionOf,
  DIALECTS,
  lintDefinition,
  writtenFor,
  type Problem,
} from '../../../../engines/formats/tool-definition.ts'

const TOOLS_MAX = 500
const PROBLEMS_MAX = 500
const SIZE = { bytesMax: 1_000_000, valuesMax: 50_000 }

export default defineTool({
  route: 'POST /api/tool-schema-lint',
  name: 'Tool definition lint',
  description:
    'Check tool definitions for a language model (MCP, OpenAI, Anthropic, Gemini): names, schemas, ' +
    'descriptions and the limits of each API; count their tokens; convert one dialect to another.',
  asks: [
    'lint tool definitions for OpenAI function calling',
    'convert MCP tool definitions to Anthropic and count their tokens',
    'are my tool definitions good',
    'function schema for GPT',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    tools: jsonRows(TOOLS_MAX, SIZE).describe('1 to 500 definitions, 1 MB together.'),
    dialect: z.enum(DIALECTS).default('mcp').describe('API that they are written for.'),
    convertTo: z.enum(DIALECTS).optional().describe('API to write them for as well.'),
  }),
  output: z.object({
    valid: z.boolean().describe('Whether there are no errors; there may be warnings.'),
    problems: z
      .array(
        z.object({
          tool: z.string().describe('Name of the tool, or its index from 0 if it has none.'),
          path: z.string().describe('JSON Pointer into the definition.'),
          severity: z.enum(['error', 'warning']),
          message: z.string(),
        }),
      )
      .describe('The first 500.'),
    tokens: z.int().describe('Tokens of all definitions as JSON, by the encoding o200k.'),
    converted: z.array(z.unknown()).optional(),
  }),
  examples: [
    {
      input: {
        tools: [{ name: 'get_weather', description: 'x', inputSchema: { type: 'object' } }],
        convertTo: 'openai',
      },
    },
    {
      input: {
        tools: [
          { type: 'function', function: { name: 'get weather', parameters: { type: 'array' } } },
        ],
        dialect: 'openai',
      },
    },
  ],

  async run({ tools, dialect, convertTo }) {
    const problems: Problem[] = []
    const seen = new Set<string>()
    const definitions = tools.map((tool) => definitionOf(tool, dialect))
    for (const [index, definition] of definitions.entries()) {
      const tool = definition.name ?? String(index)
      const add = (path: string, severity: Problem['severity'], message: string) => {
        if (problems.length < PROBLEMS_MAX) problems.push({ tool, path, severity, message })
      }
      lintDefinition(definition, dialect, add)
      if (definition.name !== undefined && seen.has(definition.name))
        add(definition.namePath, 'error', 'stands twice')
      if (definition.name !== undefined) seen.add(definition.name)
      if (definition.schema)
        for (const flaw of await schemaFlaws(definition.schema))
          add(definition.schemaPath + flaw.path, 'error', flaw.message)
    }
    return {
      valid: !problems.some(({ severity }) => severity === 'error'),
      problems,
      tokens: await countTokens(JSON.stringify(tools)),
      ...(convertTo && { converted: definitions.map((one) => writtenFor(one, convertTo)) }),
    }
  },
})
