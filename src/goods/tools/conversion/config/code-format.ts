import type { Plugin } from 'prettier'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'

const LANGUAGES = [
  'javascript',
  'typescript',
  'css',
  'scss',
  'html',
  'json',
  'yaml',
  'markdown',
  'graphql',
] as const

type Language = (typeof LANGUAGES)[number]
type Load = () => Promise<readonly unknown[]>

const script: Load = () =>
  Promise.all([import('prettier/plugins/babel'), import('prettier/plugins/estree')])
const style: Load = async () => [await import('prettier/plugins/postcss')]
const page: Load = async () => [
  await import('prettier/plugins/html'),
  ...(await script()),
  ...(await style()),
]

const HOW: Readonly<Record<Language, readonly [parser: string, load: Load]>> = {
  javascript: ['babel', script],
  typescript: [
    'typescript',
    () => Promise.all([import('prettier/plugins/typescript'), import('prettier/plugins/estree')]),
  ],
  css: ['css', style],
  scss: ['scss', style],
  html: ['html', page],
  json: ['json', script],
  yaml: ['yaml', async () => [await import('prettier/plugins/yaml')]],
  markdown: ['markdown', async () => [await import('prettier/plugins/markdown')]],
  graphql: ['graphql', async () => [await import('prettier/plugins/graphql')]],
}

export default defineTool({
  route: 'POST /api/code-format',
  name: 'Code format',
  description:
    'Formats JavaScript, TypeScript, CSS, SCSS, HTML, JSON, YAML, Markdown or GraphQL (Prettier), or says where its syntax breaks.',
  asks: [
    'prettier format my typescript',
    'beautify messy css',
    'tidy up my messy JavaScript',
    'indent this CSS properly',
    'prettier',
    'beautify HTML',
  ],
  price: '$0.001',
  engine: 'format',
  uses: {},
  place: 'thread',
  input: z.object({
    code: text(200 * KB).describe('The source code, up to 200 KB.'),
    language: z
      .enum(LANGUAGES)
      .describe('Language of the code; javascript and typescript include JSX.'),
    tabWidth: z.int().min(1).max(8).default(2).describe('Spaces for each level, 1 to 8.'),
    printWidth: z
      .int()
      .min(40)
      .max(200)
      .default(80)
      .describe('Columns to fit lines in, 40 to 200.'),
  }),
  output: z.object({
    code: z.string(),
    changed: z.boolean().describe('Whether the layout of the code changed.'),
  }),
  examples: [
    {
      input: { code: 'const a={b:1}', language: 'javascript' },
      output: { code: 'const a = { b: 1 };\n', changed: true },
    },
    {
      input: { code: 'a{color:red}', language: 'css', tabWidth: 4 },
      output: { code: 'a {\n    color: red;\n}\n', changed: true },
    },
  ],

  async run({ code, language, tabWidth, printWidth }) {
    const { format } = await import('prettier/standalone')
    const [parser, load] = HOW[language]
    try {
      const plugins = (await load()) as Plugin[]
      const formatted = await format(code, { parser, plugins, tabWidth, printWidth })
      return { code: formatted, changed: formatted !== code }
    } catch (thrown) {
      throw refusal(thrown)
    }
  },
})

interface SyntaxFault {
  readonly message: string
  readonly loc?: { readonly start?: { readonly line: number; readonly column: number } }
}

function refusal(thrown: unknown): Error {
  if (thrown instanceof RangeError) return badInput('code: is nested too deep')
  const { message, loc } = thrown as SyntaxFault
  const what = (message.split('\n')[0] ?? '').replace(/ \(\d+:\d+\)$/, '').slice(0, 300)
  const place = loc?.start ? `line ${loc.start.line}, column ${loc.start.column}: ` : ''
  return badInput(`code: ${place}${what}`)
}
