import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { jsonType } from '../../../../base/lib/json-guard.ts'
import type { JsonObject } from '../../../../base/lib/json-object.ts'
import { assertColumns, columnsOf, isEmpty, valueIn } from '../../../../engines/formats/rows.ts'
import { columnList, rowsField } from './_fields.ts'
import { keyOf } from './_groups.ts'

const ROWS_MAX = 50_000
const CELLS_MAX = 1_000_000

export default defineTool({
  route: 'POST /api/table-join',
  name: 'Table join',
  description:
    'Joins two sets of rows on shared key columns: inner, left, right, full or anti join.',
  asks: [
    'merge two lists of objects by id',
    'find records without a match in the other table',
    'put names from one table to the ids of another',
    'VLOOKUP between two lists',
    'combine two tables by a common column',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    left: rowsField(),
    right: rowsField(),
    on: columnList(20).min(1).describe('Key columns that both sides have, 1 to 20.'),
    how: z
      .enum(['inner', 'left', 'right', 'full', 'anti'])
      .default('inner')
      .describe('Which rows are kept; anti: left rows without a match.'),
  }),
  output: z.object({
    rows: z
      .array(z.record(z.string(), z.unknown()))
      .describe(
        'Keys, columns of the left, columns of the right; name_right if both sides have a name. ' +
          'Up to 50,000.',
      ),
    matched: z.int().describe('Number of left rows with a match.'),
    leftOnly: z.int(),
    rightOnly: z.int(),
    warnings: z
      .array(z.string())
      .describe('Warnings about keys whose types differ between the sides, so they never match.'),
  }),
  examples: [
    {
      input: { left: [{ id: 1, a: 2 }], right: [{ id: 1, b: 3 }], on: ['id'] },
      output: {
        rows: [{ id: 1, a: 2, b: 3 }],
        matched: 1,
        leftOnly: 0,
        rightOnly: 0,
        warnings: [],
      },
    },
    {
      input: {
        left: [
          { id: 1, n: 'x' },
          { id: 2, n: 'y' },
        ],
        right: [
          { id: 2, n: 'z' },
          { id: 3, n: 'w' },
        ],
        on: ['id'],
        how: 'full',
      },
      output: {
        rows: [
          { id: 1, n: 'x', n_right: null },
          { id: 2, n: 'y', n_right: 'z' },
          { id: 3, n: null, n_right: 'w' },
        ],
        matched: 1,
        leftOnly: 1,
        rightOnly: 1,
        warnings: [],
      },
    },
  ],

  run({ left, right, on, how }) {
    assertColumns('on', on, left)
    assertColumns('on', on, right)
    const byKey = Map.groupBy(
      right.filter((row) => hasKey(row, on)),
      (row) => keyOf(row, on),
    )
    const partnersOf = (row: JsonObject): readonly JsonObject[] =>
      hasKey(row, on) ? (byKey.get(keyOf(row, on)) ?? []) : []
    const met = new Set(left.flatMap(partnersOf))
    const lonely = right.filter((row) => !met.has(row))
    const matched = left.filter((row) => partnersOf(row).length > 0)
    const shape = shapeOf(left, right, on)
    const pairs = matched.reduce((sum, row) => sum + partnersOf(row).length, 0)
    assertSize(pairs + left.length + right.length, shape)
    const both = how === 'anti' ? [] : [left.flatMap((row) => joinedOf(row, how))]
    const rightRows =
      how === 'right' || how === 'full' ? lonely.map((row) => shape.row(row, row, null)) : []
    const antiRows = how === 'anti' ? left.filter((row) => partnersOf(row).length === 0) : []
    return {
      rows: [...both.flat(), ...rightRows, ...antiRows],
      matched: matched.length,
      leftOnly: left.length - matched.length,
      rightOnly: lonely.length,
      warnings: on.flatMap((name) => typeWarning(name, left, right)),
    }

    function joinedOf(row: JsonObject, kind: string): readonly JsonObject[] {
      const partners = partnersOf(row)
      if (partners.length > 0) return partners.map((partner) => shape.row(row, partner, row))
      return kind === 'left' || kind === 'full' ? [shape.row(row, null, row)] : []
    }
  },
})

/** As in SQL, a key with an empty part matches nothing. */
const hasKey = (row: JsonObject, on: readonly string[]): boolean =>
  on.every((name) => !isEmpty(valueIn(row, name)))

interface Shape {
  readonly width: number
  row(keys: JsonObject, right: JsonObject | null, left: JsonObject | null): JsonObject
}

function shapeOf(
  left: readonly JsonObject[],
  right: readonly JsonObject[],
  on: readonly string[],
): Shape {
  const [ours, theirs] = [left, right].map((rows) =>
    columnsOf(rows).filter((name) => !on.includes(name)),
  ) as [string[], string[]]
  const taken = new Set([...on, ...ours, ...theirs])
  const named = theirs.map(
    (name) => [name, ours.includes(name) ? free(name, taken) : name] as const,
  )
  return {
    width: on.length + ours.length + theirs.length,
    row: (keys, rightRow, leftRow) =>
      Object.fromEntries([
        ...on.map((name) => [name, valueIn(keys, name) ?? null] as const),
        ...ours.map((name) => [name, (leftRow && valueIn(leftRow, name)) ?? null] as const),
        ...named.map(([name, as]) => [as, (rightRow && valueIn(rightRow, name)) ?? null] as const),
      ]),
  }
}

function free(name: string, taken: Set<string>): string {
  let wanted = `${name}_right`
  while (taken.has(wanted)) wanted += '_right'
  taken.add(wanted)
  return wanted
}

function assertSize(rows: number, { width }: Shape): void {
  if (rows > ROWS_MAX || rows * width > CELLS_MAX)
    throw badInput(
      `on: must make at most ${ROWS_MAX} rows and ${CELLS_MAX} cells; add a key column`,
    )
}

function typeWarning(
  name: string,
  left: readonly JsonObject[],
  right: readonly JsonObject[],
): string[] {
  const [ours, theirs] = [left, right].map((rows) => {
    const values = rows.map((row) => valueIn(row, name)).filter((value) => !isEmpty(value))
    return [...new Set(values.map((value) => jsonType(value).replace('integer', 'number')))]
  }) as [string[], string[]]
  const apart = ours.length > 0 && theirs.length > 0 && !ours.some((type) => theirs.includes(type))
  return apart
    ? [`${name} is ${ours.join(' or ')} on the left and ${theirs.join(' or ')} on the right`]
    : []
}
