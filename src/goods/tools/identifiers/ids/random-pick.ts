import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB } from '../../../../base/lib/fields.ts'
import { json } from '../../../../base/lib/json-guard.ts'
import {
  createSeeded,
  SEEDED_ALGORITHM,
  shuffled,
  type Draw,
} from '../../../../engines/numbers/seeded.ts'
import { seedField } from './_fields.ts'

const ITEMS_MAX = 100_000
const PARTS_MAX = 100
const SEED_BYTES = 16

const Input = z.object({
  items: json({ bytesMax: 4 * MB, valuesMax: 200_000 })
    .pipe(z.array(z.unknown()).min(1).max(ITEMS_MAX))
    .describe('A list of 1 to 100000 values of any kind, up to 4 MB.'),
  count: z.int().min(1).max(ITEMS_MAX).default(1).describe('How many to pick.'),
  replace: z.boolean().default(false).describe('Whether an item may be picked again.'),
  weights: z
    .array(z.number().min(0).max(1e15))
    .max(ITEMS_MAX)
    .optional()
    .describe('Weight of each item, from 0: its likelihood relative to the others.'),
  op: z
    .enum(['pick', 'shuffle', 'split'])
    .default('pick')
    .describe('pick: draw `count`. shuffle: all in random order. split: random groups by `parts`.'),
  parts: z
    .array(z.number().positive().max(1e15))
    .min(1)
    .max(PARTS_MAX)
    .optional()
    .describe('Shares of the groups for split, such as [80, 20]; default: two halves.'),
  seed: seedField(),
})

export default defineTool({
  route: 'POST /api/random-pick',
  name: 'Random pick',
  description:
    'Fair draw from a list: pick winners, shuffle, sample by weight, or split at random into groups, with a seed that proves it.',
  asks: [
    'pick two winners from a list at random',
    'shuffle a list or split it at random into groups',
    'who wins the raffle',
    'shuffle a list',
    'draw lots',
    'make random teams',
    'choose one at random',
  ],
  price: '$0.001',
  uses: {},
  place: ({ items }) => (items.length > 5_000 ? 'thread' : 'here'),
  input: Input,
  output: z.object({
    picked: z
      .array(z.unknown())
      .describe('Items that were drawn, in the order of the draw; empty for split.'),
    rest: z.array(z.unknown()).describe('Items that were not drawn, in their order.'),
    groups: z.array(z.array(z.unknown())).describe('Groups of split; else empty.'),
    seed: z.string().describe('The same seed and input give the same draw; made if none is given.'),
    algorithm: z.string().describe('Algorithm of the draw.'),
  }),
  examples: [
    {
      input: { items: ['a', 'b', 'c'], count: 2, seed: 's1' },
      output: {
        picked: ['c', 'b'],
        rest: ['a'],
        groups: [],
        seed: 's1',
        algorithm: SEEDED_ALGORITHM,
      },
    },
    { input: { items: [1, 2, 3, 4, 5], op: 'split', parts: [80, 20] } },
  ],

  run(input) {
    const seed = input.seed ?? randomBytes(SEED_BYTES).toString('hex')
    const draw = createSeeded(seed)
    const { items, op, weights } = input
    if (weights && op !== 'pick') throw badInput('weights: must be left out unless op is pick')
    if (weights && weights.length !== items.length)
      throw badInput(`weights: must have one weight for each of the ${items.length} items`)
    if (input.parts && op !== 'split') throw badInput('parts: must be left out unless op is split')
    const told = { picked: [], rest: [], groups: [], seed, algorithm: SEEDED_ALGORITHM }
    if (op === 'shuffle') return { ...told, picked: shuffled(items, draw) }
    if (op === 'split')
      return { ...told, groups: splitOf(shuffled(items, draw), input.parts ?? [1, 1]) }
    const places = weights ? weighted(input, weights, draw) : evenly(input, draw)
    const taken = new Set(places)
    return {
      ...told,
      picked: places.map((place) => items[place]),
      rest: items.filter((_, place) => !taken.has(place)),
    }
  },
})

type PickInput = z.output<typeof Input>

function evenly({ items, count, replace }: PickInput, draw: Draw): readonly number[] {
  if (replace) return Array.from({ length: count }, () => draw.below(items.length))
  assertEnough(count, items.length)
  return shuffled([...items.keys()], draw).slice(0, count)
}

/** Without replacement by exponential clocks: the smallest times are drawn first. */
function weighted(
  { count, replace }: PickInput,
  weights: readonly number[],
  draw: Draw,
): readonly number[] {
  const possible = weights.flatMap((weight, place) => (weight > 0 ? [{ weight, place }] : []))
  if (possible.length === 0) throw badInput('weights: must have one weight above 0')
  if (!replace) {
    assertEnough(count, possible.length)
    const clocks = possible.map(({ weight, place }) => ({
      place,
      rings: -Math.log(1 - draw.unit()) / weight,
    }))
    const inOrder = clocks.toSorted((a, b) => a.rings - b.rings || a.place - b.place)
    return inOrder.slice(0, count).map(({ place }) => place)
  }
  let total = 0
  const ends = possible.map(({ weight }) => (total += weight))
  return Array.from({ length: count }, () => {
    const at = firstAbove(ends, draw.unit() * total)
    return possible[at]?.place ?? 0
  })
}

function assertEnough(count: number, most: number): void {
  if (count > most)
    throw badInput(`count: must be at most ${most}, the items that can be drawn, without replace`)
}

function firstAbove(ends: readonly number[], value: number): number {
  let [low, high] = [0, ends.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) > value) high = middle
    else low = middle + 1
  }
  return low
}

/** Sizes by largest remainder; ties go to the earlier group. */
function splitOf(items: readonly unknown[], parts: readonly number[]): unknown[][] {
  const total = parts.reduce((sum, part) => sum + part, 0)
  const exact = parts.map((part) => (part / total) * items.length)
  const sizes = exact.map(Math.floor)
  const byRemainder = exact
    .map((size, at) => ({ at, remainder: size - Math.floor(size) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.at - b.at)
  const left = items.length - sizes.reduce((sum, size) => sum + size, 0)
  for (const { at } of byRemainder.slice(0, left)) sizes[at] = (sizes[at] ?? 0) + 1
  let from = 0
  return sizes.map((size) => items.slice(from, (from += size)))
}
