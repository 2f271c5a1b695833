import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB } from '../../../../base/lib/fields.ts'
import { jsonRows } from '../../../../base/lib/json-guard.ts'
import type { JsonObject } from '../../../../base/lib/json-object.ts'
import { column } from './_fields.ts'
import { keyOf, LIKENESS_KINDS, likenessOf, type Key, type LikenessKind } from './_likeness.ts'
import { candidatesOf, oneToOne, type Pair } from './_pairs.ts'

const ROWS_MAX = 5_000
const MATCHES_MAX = 20_000

const side = (which: string) =>
  jsonRows(ROWS_MAX, { bytesMax: 2 * MB, valuesMax: 200_000 }).describe(
    `The ${which} list: rows as objects, up to 5000 and 2 MB.`,
  )

export default defineTool({
  route: 'POST /api/fuzzy-join',
  name: 'Fuzzy join',
  description:
    'Joins two lists of records whose names, companies or addresses are nearly the same but not spelled alike.',
  asks: [
    'join two tables by similar company names',
    'deduplicate records between two tables with typos in names',
    'match customers across two systems by name',
    'the names are spelt differently in both tables',
    'record linkage',
    'find the same firms in two lists',
  ],
  price: '$0.003',
  uses: {},
  place: 'thread',
  input: z.object({
    left: side('first'),
    right: side('second'),
    on: z
      .array(
        z.object({
          left: column().describe('A column of the first list.'),
          right: column()
            .optional()
            .describe(
              'Column in the second list that it is compared with. Default: the same name.',
            ),
          kind: z
            .enum(LIKENESS_KINDS)
            .default('text')
            .describe(
              'company: forms such as Inc. or GmbH do not count; name: titles do not count, ' +
                'initials match; address: St equals Street, house numbers must be equal; exact: equal text.',
            ),
          weight: z
            .number()
            .min(0.01)
            .max(100)
            .default(1)
            .describe('Weight of this pair of columns.'),
        }),
      )
      .min(1)
      .max(5)
      .describe('Pairs of columns to compare, 1 to 5.'),
    threshold: z.number().min(0.5).max(1).default(0.85).describe('Least score, 0.5 to 1.'),
    one: z
      .boolean()
      .default(true)
      .describe(
        'Whether each row is used at most once, with the best sum of scores; false: all pairs.',
      ),
  }),
  output: z.object({
    rows: z
      .array(
        z.object({
          left: z.record(z.string(), z.unknown()),
          right: z.record(z.string(), z.unknown()),
          leftIndex: z.int(),
          rightIndex: z.int(),
          score: z
            .number()
            .describe('Score, 0 to 1; a column that is empty on one side does not count.'),
        }),
      )
      .describe('Matches in the order of the first list.'),
    unmatchedLeft: z.array(z.int()).describe('Rows of the first list without a match, from 0.'),
    unmatchedRight: z.array(z.int()).describe('Rows of the second list without a match.'),
    count: z.int(),
  }),
  examples: [
    {
      input: {
        left: [{ n: 'Acme Inc.' }, { n: 'Globex' }],
        right: [{ n: 'ACME Incorporated' }],
        on: [{ left: 'n', right: 'n', kind: 'company' }],
      },
      output: {
        rows: [
          {
            left: { n: 'Acme Inc.' },
            right: { n: 'ACME Incorporated' },
            leftIndex: 0,
            rightIndex: 0,
            score: 1,
          },
        ],
        unmatchedLeft: [1],
        unmatchedRight: [],
        count: 1,
      },
    },
  ],

  async run({ left, right, on, threshold, one }) {
    const [{ default: latin }, { default: munkres }] = await Promise.all([
      import('any-ascii'),
      import('munkres'),
    ])
    const columns = on.map((pair) => ({ ...pair, right: pair.right ?? pair.left }))
    const keys = {
      left: left.map((row) => columns.map((at) => cellOf(row, at.left, at.kind, latin))),
      right: right.map((row) => columns.map((at) => cellOf(row, at.right, at.kind, latin))),
    }
    const found = candidatesOf(keys.left.map(joined), keys.right.map(joined)).flatMap((row, at) =>
      row.flatMap((place): Pair[] => {
        const score = scoreOf(keys.left[at] ?? [], keys.right[place] ?? [], columns)
        return score >= threshold ? [{ left: at, right: place, score }] : []
      }),
    )
    const kept = one ? oneToOne(found, (costs) => munkres(costs)) : found
    if (kept.length > MATCHES_MAX)
      throw badInput(
        `threshold: must be higher; ${kept.length} pairs reach it, and ${MATCHES_MAX} are allowed`,
      )
    const pairs = kept.toSorted((a, b) => a.left - b.left || b.score - a.score)
    const [matchedLeft, matchedRight] = [
      new Set(pairs.map((pair) => pair.left)),
      new Set(pairs.map((pair) => pair.right)),
    ]
    return {
      rows: pairs.map((pair) => ({
        left: left[pair.left] ?? {},
        right: right[pair.right] ?? {},
        leftIndex: pair.left,
        rightIndex: pair.right,
        score: pair.score,
      })),
      unmatchedLeft: [...left.keys()].filter((at) => !matchedLeft.has(at)),
      unmatchedRight: [...right.keys()].filter((at) => !matchedRight.has(at)),
      count: pairs.length,
    }
  },
})

function cellOf(
  row: JsonObject,
  name: string,
  kind: LikenessKind,
  latin: (text: string) => string,
): Key | null {
  const value = Object.hasOwn(row, name) ? row[name] : null
  if (typeof value === 'string') return keyOf(value.trim(), kind, latin)
  return typeof value === 'number' || typeof value === 'boolean'
    ? keyOf(String(value), kind, latin)
    : null
}

const joined = (cells: readonly (Key | null)[]): string =>
  cells.map((cell) => cell?.text ?? '').join(' ')

/** The weighted mean of the columns that both rows have. */
function scoreOf(
  left: readonly (Key | null)[],
  right: readonly (Key | null)[],
  columns: readonly { readonly kind: LikenessKind; readonly weight: number }[],
): number {
  let [sum, weights] = [0, 0]
  for (const [at, { kind, weight }] of columns.entries()) {
    const [one, other] = [left[at], right[at]]
    if (!one || !other) continue
    sum += weight * likenessOf(one, other, kind)
    weights += weight
  }
  return weights === 0 ? 0 : Math.round((sum / weights) * 10_000) / 10_000
}
