import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { readEnv, readIni, readProperties } from './_ini.ts'

const LISTED_MAX = 100

export default defineTool({
  route: 'POST /api/ini-to-json',
  name: 'INI to JSON',
  description:
    'INI, .env or Java .properties text to JSON, with repeated keys and odd lines reported.',
  asks: [
    'parse a .env file to json',
    'convert java properties to json',
    'read a .env file',
    'properties file as object',
    'configuration with sections to JSON',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    text: text(500 * KB).describe('The text of the file, up to 500 KB.'),
    dialect: z
      .enum(['ini', 'env', 'properties'])
      .default('ini')
      .describe('ini: sections and comments; env: dotenv; properties: java.util.Properties.'),
    inlineComments: z
      .boolean()
      .default(true)
      .describe('ini: whether white space and ; or # after a value begin a comment.'),
  }),
  output: z.object({
    data: z
      .record(z.string(), z.unknown())
      .describe('All values as text; sections as objects; of a repeated key, the last value.'),
    sections: z.int().describe('Named sections.'),
    duplicates: z.array(z.string()).describe('Keys that repeat, as section.key; up to 100.'),
    oddLines: z.array(z.int()).describe('Lines that were not understood, from 1; up to 100.'),
  }),
  examples: [
    {
      input: { text: '[a]\nb=1' },
      output: { data: { a: { b: '1' } }, sections: 1, duplicates: [], oddLines: [] },
    },
    {
      input: { text: 'export KEY="a\\nb" # note\nKEY=\'$x\'', dialect: 'env' },
      output: { data: { KEY: '$x' }, sections: 0, duplicates: ['KEY'], oddLines: [] },
    },
  ],

  run({ text, dialect, inlineComments }) {
    const read = { env: readEnv, properties: readProperties }
    const pairs = dialect === 'ini' ? readIni(text, inlineComments) : read[dialect](text)
    const named = [...pairs.sections].filter(([name]) => name !== '')
    const loose = Object.entries(Object.fromEntries(pairs.sections.get('') ?? []))
    const sections = named.map(([name, members]) => [name, Object.fromEntries(members)] as const)
    return {
      data: Object.fromEntries([...loose, ...sections]),
      sections: named.length,
      duplicates: [...pairs.duplicates, ...clashes(loose, named)].slice(0, LISTED_MAX),
      oddLines: pairs.odd.slice(0, LISTED_MAX),
    }
  },
})

/** A section with the same name as a key outside all sections. */
const clashes = (
  loose: readonly (readonly [string, unknown])[],
  named: readonly (readonly [string, unknown])[],
): readonly string[] =>
  loose.map(([key]) => key).filter((key) => named.some(([name]) => name === key))
