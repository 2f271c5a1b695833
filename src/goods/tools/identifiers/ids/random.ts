import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { drawBy, SEEDED_ALGORITHM, type Draw } from '../../../../engines/numbers/seeded.ts'
import { seedField } from './_fields.ts'

const COUNT_MAX = 10_000
const LARGEST = 1e15

const Input = z.object({
  kind: z
    .enum(['int', 'float', 'bytes', 'hex', 'bool', 'normal'])
    .default('int')
    .describe('normal: the bell curve of `mean` and `stdDev`. hex: `count` bytes as one text.'),
  min: number('Smallest int, or float; -1e15 to 1e15.').default(0),
  max: number('Largest int, included; floats stay below it; -1e15 to 1e15.').default(100),
  mean: number('Of the kind normal.').default(0),
  stdDev: number('Of the kind normal, from 0.').min(0).default(1),
  count: z.int().min(1).max(COUNT_MAX).default(1).describe('Number of values, 1 to 10000.'),
  seed: seedField(),
})

function number(what: string) {
  return z.number().min(-LARGEST).max(LARGEST).describe(what)
}

export default defineTool({
  route: 'GET /api/random',
  name: 'Random numbers',
  description:
    'Random whole numbers, floats, bytes, booleans or normal numbers: cryptographic and without bias, or repeatable from a seed.',
  asks: [
    'random whole number between 1 and 6',
    'cryptographic random bytes or repeatable random floats from a seed',
    'give me any number from 1 to 100',
    'flip a coin',
    'random bytes',
  ],
  price: '$0.001',
  uses: {},
  input: Input,
  output: z.object({
    values: z
      .array(z.union([z.number(), z.string(), z.boolean()]))
      .describe('The numbers; for the kind hex one text.'),
    hex: z.string().nullable().describe('Bytes in hex, for the kinds bytes and hex; else null.'),
    seeded: z
      .boolean()
      .describe('Whether a seed made the values; values without a seed cannot be predicted.'),
    algorithm: z
      .string()
      .describe('Algorithm; a seed gives the same values as long as it is the same.'),
  }),
  examples: [
    { input: { kind: 'int', min: 1, max: 6, count: 5 } },
    {
      input: { kind: 'int', min: 1, max: 6, count: 5, seed: 's1' },
      output: { values: [1, 2, 6, 4, 1], hex: null, seeded: true, algorithm: SEEDED_ALGORITHM },
    },
  ],

  run(input) {
    const draw = drawBy(input.seed)
    const bytes = /^(bytes|hex)$/.test(input.kind) ? draw.bytes(input.count) : null
    return {
      values: valuesOf(input, draw, bytes),
      hex: bytes?.toString('hex') ?? null,
      seeded: input.seed !== undefined,
      algorithm: input.seed === undefined ? 'cryptographic' : SEEDED_ALGORITHM,
    }
  },
})

function valuesOf(
  { kind, min, max, mean, stdDev, count }: z.output<typeof Input>,
  draw: Draw,
  bytes: Buffer | null,
): readonly (number | string | boolean)[] {
  if (bytes) return kind === 'hex' ? [bytes.toString('hex')] : [...bytes]
  const times = <T>(make: () => T): readonly T[] => Array.from({ length: count }, make)
  if (kind === 'bool') return times(() => draw.below(2) === 1)
  if (kind === 'normal') return times(() => mean + stdDev * draw.normal())
  if (max < min) throw badInput('max: must not be below min')
  if (kind === 'float') return times(() => Math.min(min + (max - min) * draw.unit(), max))
  const [first, last] = [Math.ceil(min), Math.floor(max)]
  if (last < first) throw badInput('max: must leave at least one whole number from min')
  return times(() => first + draw.below(last - first + 1))
}
