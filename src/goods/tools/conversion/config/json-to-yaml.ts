import type { ScalarTag } from 'yaml'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { json } from '../../../../base/lib/json-guard.ts'

export default defineTool({
  route: 'POST /api/json-to-yaml',
  name: 'JSON to YAML',
  description:
    'JSON to YAML text, quoted so that YAML 1.1 and 1.2 readers see the same values (no, on, 012, 1:30).',
  asks: [
    'convert json to yaml',
    'write kubernetes yaml from json',
    'write a config for Kubernetes from JSON',
    'the same data in YAML',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    data: json().describe('Any JSON value, up to 1 MB, 64 deep.'),
    indent: z.int().min(1).max(8).default(2).describe('Spaces for each level, 1 to 8.'),
    flowLevel: z
      .int()
      .min(-1)
      .max(64)
      .default(-1)
      .describe('Level from which lists and maps are on one line; -1 for none.'),
  }),
  output: z.object({ yaml: z.string() }),
  examples: [
    { input: { data: { a: 1 } }, output: { yaml: 'a: 1\n' } },
    {
      input: { data: { on: 'no', list: ['012', { x: null }] }, flowLevel: 2 },
      output: { yaml: '"on": "no"\nlist:\n  - "012"\n  - { x: null }\n' },
    },
  ],

  async run({ data, indent, flowLevel }) {
    const { Document, isCollection, visit } = await import('yaml')
    const document = new Document(data, {
      aliasDuplicateObjects: false,
      compat: 'yaml-1.1',
      customTags: (tags) => [POWER, DEFAULT_VALUE, ...tags],
    })
    visit(document, {
      Collection(_key, node, path) {
        const level = path.filter(isCollection).length
        if (flowLevel >= 0 && level >= flowLevel) node.flow = true
      },
      Scalar(_key, node) {
        const value = String(node.value)
        // Some readers treat these as marks of a flow collection.
        const isMark = flowLevel >= 0 && /^[?:-]/.test(value)
        const isTabbed = value.includes('\t') && !value.includes('\n')
        if (isMark || isTabbed || value.search(UNSEEN) >= 0) node.type = 'QUOTE_DOUBLE'
      },
    })
    // Not every reader accepts a block of lines at the outermost level.
    const blockQuote = typeof data !== 'string'
    const yaml = document.toString({ indent, lineWidth: 0, blockQuote })
    return { yaml: yaml.replace(UNSEEN, escaped) }
  },
})

/** Ends of lines for readers of YAML 1.1, or characters that they refuse; all stand in quotes. */
const UNSEEN = /[\u007F-\u009F\u2028\u2029\uFEFF]/g

const escaped = (character: string): string =>
  `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`

/** A lone `=` is the key of a default value for readers of YAML 1.1: as text it needs quotes. */
const DEFAULT_VALUE: ScalarTag = {
  tag: 'tag:yaml.org,2002:value',
  default: true,
  identify: () => false,
  test: /^=$/,
  resolve: (text) => text,
}

/** Readers of YAML 1.1 take 1e21 as text: a number needs a point. */
const POWER: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => typeof value === 'number' && /^-?\d+e/.test(String(value)),
  test: /^-?\d+e/,
  resolve: Number,
  stringify: ({ value }) => String(value).replace('e', '.0e'),
}
