import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { readYaml } from '../../../../engines/formats/yaml-values.ts'

export default defineTool({
  route: 'POST /api/yaml-to-json',
  name: 'YAML to JSON',
  description:
    'YAML 1.2 to JSON: several documents, anchors and merge keys resolved, repeated keys reported, errors with their line.',
  asks: [
    'parse a yaml config file',
    'where is the error in my yaml',
    'read a docker compose file as an object',
    'YAML with anchors resolved',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    yaml: text(2 * MB).describe('YAML text, up to 2 MB, 100 levels, 100 aliases.'),
  }),
  output: z.object({
    data: z
      .unknown()
      .describe(
        'The value; a list of values if there are several documents. no, on and 012 are text as in ' +
          'YAML 1.2; a number that would lose digits is text, and so is every key.',
      ),
    documents: z.int().describe('Number of documents.'),
    warnings: z
      .array(z.string())
      .describe(
        'Repeated keys, keys that are lists or maps, tags left out, .inf and .nan; up to 50.',
      ),
  }),
  examples: [
    {
      input: { yaml: 'a: 1\nb: [x, y]' },
      output: { data: { a: 1, b: ['x', 'y'] }, documents: 1, warnings: [] },
    },
    {
      input: { yaml: 'base: &b {port: 80}\nweb:\n  <<: *b\n  host: x\n---\non: 007' },
      output: {
        data: [{ base: { port: 80 }, web: { port: 80, host: 'x' } }, { on: 7 }],
        documents: 2,
        warnings: [],
      },
    },
  ],

  async run({ yaml }) {
    const { documents, warnings } = await readYaml('yaml', yaml)
    const data = documents.length > 1 ? documents : (documents[0] ?? null)
    return { data, documents: documents.length, warnings: [...warnings] }
  },
})
