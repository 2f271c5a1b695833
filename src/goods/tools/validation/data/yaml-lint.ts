import { z } from 'zod'
import { isMap, isScalar, type Document, type Node, type Pair, type YAMLMap } from 'yaml'
import { defineTool } from '../../../../base/core/tool.ts'
import { clipped } from '../../../../base/lib/bytes.ts'
import { MB, text } from '../../../../base/lib/fields.ts'

const PROBLEMS_MAX = 500

/** What is not printable by YAML 1.2, 5.1. */
// oxlint-disable-next-line no-control-regex
const NOT_YAML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F\uFFFE\uFFFF]/

export default defineTool({
  route: 'POST /api/yaml-lint',
  name: 'YAML lint',
  description:
    'Faults and surprises of YAML: syntax, repeated keys, tabs, and values that one version reads ' +
    'as true, as octal or as a time, and another as text.',
  asks: [
    'lint YAML for values that one version reads as true and another as text',
    'find repeated keys and tabs in a YAML file',
    'what is wrong in my YAML',
    'tabs and indentation',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    yaml: text(2 * MB).describe('One or more documents, up to 2 MB.'),
    strict: z
      .boolean()
      .default(true)
      .describe('Whether repeated keys are errors instead of warnings.'),
  }),
  output: z.object({
    valid: z.boolean().describe('Whether there are no errors; there may be warnings.'),
    problems: z
      .array(
        z.object({
          line: z.int(),
          column: z.int(),
          severity: z.enum(['error', 'warning']),
          message: z.string(),
        }),
      )
      .describe('The first 500.'),
    documents: z.int(),
    duplicateKeys: z.array(z.string()),
    surprises: z
      .array(
        z.object({
          line: z.int(),
          column: z.int(),
          value: z.string(),
          yaml12: z.string().describe('Value in YAML 1.2.'),
          yaml11: z.string().describe('Value in YAML 1.1, which many programs still use.'),
        }),
      )
      .describe('The first 500 values that the two versions read differently.'),
  }),
  examples: [
    {
      input: { yaml: 'a: yes\na: 010' },
      output: {
        valid: false,
        problems: [{ line: 2, column: 1, severity: 'error', message: 'the key a occurs twice' }],
        documents: 1,
        duplicateKeys: ['a'],
        surprises: [
          { line: 1, column: 4, value: 'yes', yaml12: 'text', yaml11: 'true' },
          { line: 2, column: 4, value: '010', yaml12: '10', yaml11: '8' },
        ],
      },
    },
    { input: { yaml: 'on:\n  push: {branches: [main]}\nat: 12:30\n', strict: false } },
  ],

  async run({ yaml, strict }) {
    const { LineCounter, parseAllDocuments } = await import('yaml')
    const counter = new LineCounter()
    const documents = parseAllDocuments(yaml, {
      lineCounter: counter,
      // The library compares each key with every other: a text of 2 MB would take minutes.
      uniqueKeys: false,
      prettyErrors: false,
    }) as readonly Document.Parsed[]
    const place = (at: number) => {
      const { line, col } = counter.linePos(at)
      return { line: Math.max(1, line), column: Math.max(1, col) }
    }
    const problems: Problem[] = []
    const duplicateKeys = new Set<string>()
    const surprises: Surprise[] = []
    for (const document of documents) {
      for (const { message, pos } of document.errors)
        problems.push({ ...place(pos[0]), severity: 'error', message: clipped(message, 200) })
      for (const { message, pos } of document.warnings)
        problems.push({ ...place(pos[0]), severity: 'warning', message: clipped(message, 200) })
      eachNode(document.contents, (node) => {
        if (isMap(node)) repeated(node)
        else if (isScalar(node) && node.type === 'PLAIN' && surprises.length < PROBLEMS_MAX)
          surprise(node.source ?? '', node.range?.[0] ?? 0)
      })
    }
    for (const { index } of yaml.matchAll(/^ *\t/gm))
      if (!problems.some(({ line }) => line === place(index).line))
        problems.push({
          ...place(index),
          severity: 'warning',
          message: 'a tab at the beginning of a line, where only spaces count',
        })
    const unfit = yaml.search(NOT_YAML)
    if (unfit >= 0)
      problems.push({
        ...place(unfit),
        severity: 'error',
        message: 'a character that YAML does not allow',
      })
    const sorted = problems.toSorted((a, b) => a.line - b.line || a.column - b.column)
    return {
      valid: !sorted.some(({ severity }) => severity === 'error'),
      problems: sorted.slice(0, PROBLEMS_MAX),
      documents: documents.length,
      duplicateKeys: [...duplicateKeys].slice(0, PROBLEMS_MAX),
      surprises,
    }

    function repeated(map: YAMLMap): void {
      const seen = new Set<string>()
      for (const { key } of map.items as readonly Pair[]) {
        const name = isScalar(key) ? String(key.value) : undefined
        if (name === undefined || name === '<<') continue
        if (seen.has(name)) {
          duplicateKeys.add(clipped(name, 200))
          const at = (key as { range?: readonly number[] }).range?.[0] ?? 0
          const severity = strict ? 'error' : 'warning'
          problems.push({
            ...place(at),
            severity,
            message: `the key ${clipped(name, 80)} occurs twice`,
          })
        }
        seen.add(name)
      }
    }

    function surprise(value: string, at: number): void {
      const reading = readings(value)
      if (reading) surprises.push({ ...place(at), value: clipped(value, 80), ...reading })
    }
  },
})

interface Problem {
  readonly line: number
  readonly column: number
  readonly severity: 'error' | 'warning'
  readonly message: string
}

interface Surprise {
  readonly line: number
  readonly column: number
  readonly value: string
  readonly yaml12: string
  readonly yaml11: string
}

/** Every node, without recursion. */
function eachNode(root: unknown, see: (node: Node) => void): void {
  const open: unknown[] = [root]
  while (open.length > 0) {
    const node = open.pop() as (Node & { items?: readonly unknown[] }) | Pair | null | undefined
    if (!node || typeof node !== 'object') continue
    if ('key' in node) open.push(node.value, node.key)
    else {
      see(node)
      if (node.items) open.push(...node.items.toReversed())
    }
  }
}

/** The two readings of a plain value, if they differ. */
function readings(value: string): { yaml12: string; yaml11: string } | undefined {
  if (/^(y|yes|on)$/i.test(value) && isOneCase(value)) return { yaml12: 'text', yaml11: 'true' }
  if (/^(n|no|off)$/i.test(value) && isOneCase(value)) return { yaml12: 'text', yaml11: 'false' }
  if (/^[-+]?0[0-7_]+$/.test(value) && /[1-7]/.test(value))
    return { yaml12: value.includes('_') ? 'text' : String(Number(value)), yaml11: octal(value) }
  if (/^[-+]?0[0-9]*[89][0-9]*$/.test(value))
    return { yaml12: String(Number(value)), yaml11: 'text' }
  if (/^[-+]?0b[01_]+$/.test(value)) return { yaml12: 'text', yaml11: `the binary number ${value}` }
  if (/^0o[0-7]+$/.test(value)) return { yaml12: String(Number(value)), yaml11: 'text' }
  if (/^[-+]?[1-9][\d_]*(:[0-5]?\d)+(\.\d*)?$/.test(value))
    return { yaml12: 'text', yaml11: String(sexagesimal(value)) }
  if (/^[-+]?\d[\d_]*_[\d_]*$/.test(value))
    return { yaml12: 'text', yaml11: value.replaceAll('_', '') }
  if (/^\d{4}-\d\d-\d\d([Tt ].+)?$/.test(value)) return { yaml12: 'text', yaml11: 'a time' }
  return undefined
}

/** YAML 1.1 accepts `yes`, `Yes` and `YES`, but not `yEs`. */
const isOneCase = (value: string): boolean => /^([a-z]+|[A-Z]+|[A-Z][a-z]+)$/.test(value)

const octal = (value: string): string => {
  const number = Number.parseInt(value.replaceAll('_', '').replace(/^[-+]/, ''), 8)
  return String(value.startsWith('-') ? -number : number)
}

function sexagesimal(value: string): number {
  const sign = value.startsWith('-') ? -1 : 1
  const parts = value.replace(/^[-+]/, '').replaceAll('_', '').split(':').map(Number)
  return sign * parts.reduce((sum, part) => sum * 60 + part, 0)
}
