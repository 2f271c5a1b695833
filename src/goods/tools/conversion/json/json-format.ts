import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { placeIn, readJson, type JsonNode, type Member } from '../../../../base/lib/json-text.ts'

const DEPTH_MAX = 500
const ANSWER_CHARACTERS_MAX = 8_000_000
const SHORT_CHARACTERS = 100_000

export default defineTool({
  route: 'POST /api/json-format',
  name: 'JSON format',
  description:
    'Pretty-prints, minifies or checks JSON text, with the exact line and column of a syntax error.',
  asks: [
    'pretty print json with two spaces',
    'is this json valid and where is the syntax error',
    'make JSON readable',
    'where is the comma missing',
    'indent JSON',
    'compact JSON',
  ],
  price: '$0.001',
  uses: {},
  place: ({ json }) => (json.length > SHORT_CHARACTERS ? 'thread' : 'here'),
  input: z.object({
    json: text(2 * MB).describe('JSON text, up to 2 MB.'),
    indent: z
      .int()
      .min(0)
      .max(8)
      .default(2)
      .describe('Spaces for each level, 0 to 8; 0 minifies to one line.'),
    sortKeys: z.boolean().default(false).describe('Sort the keys of objects by code unit.'),
  }),
  output: z.object({
    json: z
      .string()
      .optional()
      .describe('The formatted text; numbers keep their digits, and repeated keys stay.'),
    valid: z.boolean(),
    bytes: z.int().describe('Bytes of the formatted text; or of the input if it is not valid.'),
    depth: z.int().describe('Levels of arrays and objects.'),
    error: z
      .object({ message: z.string(), line: z.int(), column: z.int() })
      .optional()
      .describe('What is wrong and where, counted from 1, if the text is not valid.'),
  }),
  examples: [
    {
      input: { json: '{"a":1}' },
      output: { json: '{\n  "a": 1\n}', valid: true, bytes: 12, depth: 1 },
    },
    {
      input: { json: '{"b": 1.50, "a": [ ]}', indent: 0, sortKeys: true },
      output: { json: '{"a":[],"b":1.50}', valid: true, bytes: 17, depth: 2 },
    },
    {
      input: { json: '{"a": 1,}' },
      output: {
        valid: false,
        bytes: 9,
        depth: 0,
        error: { message: 'a comma before the closing bracket', line: 1, column: 8 },
      },
    },
  ],

  run({ json: sent, indent, sortKeys }) {
    const bare = sent.replace(/^\uFEFF/, '')
    const read = readJson(bare, DEPTH_MAX)
    if ('flaw' in read) {
      const { message, at } = read.flaw
      const error = { message, ...placeIn(bare, at) }
      return { valid: false, bytes: Buffer.byteLength(sent), depth: 0, error }
    }
    const json = layOut(read.node, indent, sortKeys)
    return { json, valid: true, bytes: Buffer.byteLength(json), depth: read.depth }
  },
})

function layOut(root: JsonNode, indent: number, sortKeys: boolean): string {
  const pieces: string[] = []
  let length = 0
  write(root, 0)
  return pieces.join('')

  function put(piece: string): void {
    length += piece.length
    if (length > ANSWER_CHARACTERS_MAX)
      throw badInput(
        `indent: must be smaller; the text would be longer than ${ANSWER_CHARACTERS_MAX} characters`,
      )
    pieces.push(piece)
  }

  function write(node: JsonNode, level: number): void {
    if (node.kind === 'scalar') return put(node.text)
    if (node.kind === 'array')
      return list('[]', node.items, level, (item) => write(item, level + 1))
    const members = sortKeys ? node.members.toSorted(byKey) : node.members
    list('{}', members, level, ([key, value]) => {
      put(indent > 0 ? `${key}: ` : `${key}:`)
      write(value, level + 1)
    })
  }

  function line(depth: number): string {
    return indent > 0 ? `\n${' '.repeat(indent * depth)}` : ''
  }

  function list<T>(
    brackets: string,
    items: readonly T[],
    level: number,
    each: (item: T) => void,
  ): void {
    const [opening = '', closing = ''] = brackets
    if (items.length === 0) return put(brackets)
    put(opening)
    for (const [at, item] of items.entries()) {
      put((at > 0 ? ',' : '') + line(level + 1))
      each(item)
    }
    put(line(level) + closing)
  }
}

const byKey = ([a]: Member, [b]: Member): number => {
  const [left, right] = [a, b].map((key) => JSON.parse(key) as string) as [string, string]
  return left < right ? -1 : left > right ? 1 : 0
}
