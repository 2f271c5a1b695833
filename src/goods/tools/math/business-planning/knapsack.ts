import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'

const ITEMS_MAX = 2_000
const CAPACITY_MAX = 1_000_000_000
/** Cells of the table: items after splitting, times the capacity. */
const WORK_MAX = 50_000_000
const BINS_MAX = 10_000

export default defineTool({
  route: 'POST /api/knapsack',
  name: 'Knapsack and bin packing',
  description:
    'Picks the most valuable items that fit a budget or weight limit, or packs items into the fewest bins.',
  asks: [
    'best choice of projects within a fixed budget',
    'pack parcels into as few boxes as possible',
    'which projects bring most within the budget',
    'load the truck with the most valuable goods',
    'limited space, choose the best',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    items: z
      .array(
        z.object({
          name: line(200).min(1),
          weight: z.int().min(0).max(CAPACITY_MAX).describe('Weight or cost, a whole number.'),
          value: z.number().min(0).max(1e12).default(0).describe('Value; not needed for binPack.'),
          limit: z
            .int()
            .min(1)
            .max(1_000)
            .default(1)
            .describe('Available pieces of the item, 1 to 1000.'),
        }),
      )
      .min(1)
      .max(ITEMS_MAX)
      .describe('1 to 2000 items; scale fractions to whole numbers.'),
    capacity: z.int().min(0).max(CAPACITY_MAX).describe('Limit of the choice, or size of a bin.'),
    mode: z
      .enum(['choose', 'binPack'])
      .default('choose')
      .describe('choose: exact best choice; binPack: first fit by descending weight.'),
  }),
  output: z.object({
    chosen: z
      .array(z.object({ name: z.string(), count: z.int() }))
      .describe('Chosen items, with mode choose; empty with binPack.'),
    totalValue: z.number(),
    totalWeight: z.int(),
    bins: z
      .array(z.object({ items: z.array(z.string()), weight: z.int() }))
      .describe('Bins, with mode binPack.'),
    optimal: z
      .boolean()
      .describe('Whether the result is proven best; bins are if no smaller number is possible.'),
  }),
  examples: [
    {
      input: {
        items: [
          { name: 'a', weight: 3, value: 4 },
          { name: 'b', weight: 4, value: 5 },
          { name: 'c', weight: 2, value: 3 },
        ],
        capacity: 5,
      },
      output: {
        chosen: [
          { name: 'a', count: 1 },
          { name: 'c', count: 1 },
        ],
        totalValue: 7,
        totalWeight: 5,
        bins: [],
        optimal: true,
      },
    },
    {
      input: {
        items: [
          { name: 'a', weight: 3, limit: 2 },
          { name: 'b', weight: 2, limit: 2 },
        ],
        capacity: 5,
        mode: 'binPack',
      },
      output: {
        chosen: [],
        totalValue: 0,
        totalWeight: 10,
        bins: [
          { items: ['a', 'b'], weight: 5 },
          { items: ['a', 'b'], weight: 5 },
        ],
        optimal: true,
      },
    },
  ],

  run({ items, capacity, mode }) {
    return mode === 'choose' ? chosen(items, capacity) : packed(items, capacity)
  },
})

interface Item {
  readonly name: string
  readonly weight: number
  readonly value: number
  readonly limit: number
}

/**
 * Several pieces of an item become bundles of 1, 2, 4 and so on, so that each bundle is taken once
 * or not at all.
 */
function bundlesOf(items: readonly Item[]) {
  return items.flatMap(({ weight, value, limit }, at) => {
    const bundles: { at: number; count: number; weight: number; value: number }[] = []
    for (let left = limit, size = 1; left > 0; size *= 2) {
      const count = Math.min(size, left)
      bundles.push({ at, count, weight: weight * count, value: value * count })
      left -= count
    }
    return bundles
  })
}

function chosen(items: readonly Item[], capacity: number) {
  const bundles = bundlesOf(items)
  const all = bundles.reduce((sum, { weight }) => sum + weight, 0)
  const room = Math.min(capacity, all)
  if (bundles.length * (room + 1) > WORK_MAX)
    throw badInput('capacity: must be smaller for so many items; divide weights and capacity')
  const best = new Float64Array(room + 1)
  const taken = bundles.map(({ weight, value }) => {
    const flags = new Uint8Array(room + 1)
    for (let size = room; size >= weight; size -= 1) {
      const worth = (best[size - weight] ?? 0) + value
      if (worth <= (best[size] ?? 0)) continue
      best[size] = worth
      flags[size] = 1
    }
    return flags
  })
  const counts = items.map(() => 0)
  let left = room
  for (let at = bundles.length - 1; at >= 0; at -= 1) {
    const bundle = bundles[at]
    if (bundle === undefined || taken[at]?.[left] !== 1) continue
    counts[bundle.at] = (counts[bundle.at] ?? 0) + bundle.count
    left -= bundle.weight
  }
  const rows = items.map((item, at) => ({ ...item, count: counts[at] ?? 0 }))
  return {
    chosen: rows.filter(({ count }) => count > 0).map(({ name, count }) => ({ name, count })),
    totalValue: rows.reduce((sum, { value, count }) => sum + value * count, 0),
    totalWeight: rows.reduce((sum, { weight, count }) => sum + weight * count, 0),
    bins: [],
    optimal: true,
  }
}

function packed(items: readonly Item[], capacity: number) {
  const pieces = items
    .flatMap(({ name, weight, limit }) => Array.from({ length: limit }, () => ({ name, weight })))
    .toSorted((a, b) => b.weight - a.weight)
  if (pieces.length > BINS_MAX)
    throw badInput(`items: must be at most ${BINS_MAX} pieces in all for binPack`)
  const tooLarge = pieces.find(({ weight }) => weight > capacity)
  if (tooLarge)
    throw badInput(`capacity: must be at least ${tooLarge.weight}, the weight of ${tooLarge.name}`)
  const bins: { items: string[]; weight: number }[] = []
  for (const { name, weight } of pieces) {
    const bin = bins.find((one) => one.weight + weight <= capacity)
    if (bin === undefined) bins.push({ items: [name], weight })
    else {
      bin.items.push(name)
      bin.weight += weight
    }
  }
  const totalWeight = pieces.reduce((sum, { weight }) => sum + weight, 0)
  const least = capacity === 0 ? 1 : Math.max(1, Math.ceil(totalWeight / capacity))
  return { chosen: [], totalValue: 0, totalWeight, bins, optimal: bins.length === least }
}
