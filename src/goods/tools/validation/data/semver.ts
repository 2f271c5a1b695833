import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'
import { line } from '../../../../base/lib/fields.ts'

export default defineTool({
  route: 'POST /api/semver',
  name: 'Semantic versions',
  description: 'Compare, sort, bump and range-check semantic versions, by the ranges of npm.',
  asks: [
    'which of these versions satisfy a caret range',
    'next minor release number after 1.4.2',
    'is 2.10 newer than 2.9',
    'which versions does ^1.2 allow',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    versions: z
      .array(line(256))
      .min(1)
      .max(1_000)
      .describe('1 to 1,000 versions, such as 1.10.0 or v2.0.0-rc.1.'),
    range: line(256)
      .optional()
      .describe('Range in the form of npm, such as ^1.9.0 or >=1 <3; required for satisfies.'),
    op: z
      .enum(['sort', 'satisfies', 'bump', 'diff', 'max', 'min'])
      .default('sort')
      .describe('bump raises the first version; diff compares the first two.'),
    release: z
      .enum(['patch', 'major', 'minor', 'prerelease'])
      .default('patch')
      .describe('Part of the version that bump raises.'),
  }),
  output: z.object({
    sorted: z.array(z.string()).describe('Valid versions, lowest first.'),
    satisfying: z.array(z.string()).optional().describe('Versions within the range, lowest first.'),
    max: z.string().nullable().describe('Highest version, within the range if there is one.'),
    min: z.string().nullable().describe('Lowest version, within the range if there is one.'),
    next: z.string().optional(),
    diff: z
      .string()
      .nullable()
      .optional()
      .describe('Largest part in which the first two differ; null if they are equal.'),
    invalid: z.array(z.string()).describe('Inputs that are not semantic versions.'),
  }),
  examples: [
    {
      input: { versions: ['1.10.0', '1.9.3'], range: '^1.9.0', op: 'satisfies' },
      output: {
        sorted: ['1.9.3', '1.10.0'],
        satisfying: ['1.9.3', '1.10.0'],
        max: '1.10.0',
        min: '1.9.3',
        invalid: [],
      },
    },
    {
      input: { versions: ['1.4.2', '1.04'], op: 'bump', release: 'minor' },
      output: { sorted: ['1.4.2'], max: '1.4.2', min: '1.4.2', next: '1.5.0', invalid: ['1.04'] },
    },
  ],

  async run({ versions, range, op, release }) {
    const { default: semver } = await import('semver')
    if (range !== undefined && semver.validRange(range) === null)
      throw badInput(`range: must be a range such as ^1.2.0, >=1 <3, 1.x, not ${excerpt(range)}`)
    if (op === 'satisfies' && range === undefined)
      throw badInput('range: must be given for op satisfies')
    const parsed = versions.map((version) => semver.parse(version)?.raw.replace(/^[=v\s]+/, ''))
    const valid = parsed.filter((version) => version !== undefined)
    const sorted = valid.toSorted(semver.compareBuild)
    const within = sorted.filter(
      (version) => range === undefined || semver.satisfies(version, range),
    )
    const [first, second] = parsed
    if (op === 'bump' && first === undefined)
      throw badInput('versions: the first must be a semantic version, such as 1.4.2')
    if (op === 'diff' && (first === undefined || second === undefined))
      throw badInput('versions: the first two must be semantic versions, such as 1.4.2')
    return {
      sorted,
      ...(range !== undefined && { satisfying: within }),
      max: within.at(-1) ?? null,
      min: within[0] ?? null,
      ...(op === 'bump' && { next: semver.inc(first ?? '', release) ?? '' }),
      ...(op === 'diff' && { diff: semver.diff(first ?? '', second ?? '') }),
      invalid: versions.filter((_version, at) => parsed[at] === undefined),
    }
  },
})
