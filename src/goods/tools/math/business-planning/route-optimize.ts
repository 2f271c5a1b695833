import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { greatCircleKm } from '../../../../engines/numbers/geodesy.ts'
import { tidy } from '../../../../engines/numbers/number-fields.ts'
import { latitude, longitude } from '../../../../engines/numbers/places.ts'
import { exact, improved, type Lengths, lengthOf } from './_tours.ts'

const STOPS_MAX = 200
const EXACT_MAX = 12

export default defineTool({
  route: 'POST /api/route-optimize',
  name: 'Route order',
  description:
    'Shortest visiting order of stops (travelling salesman) by great-circle distance or a matrix of your own.',
  asks: [
    'shortest route order of stops',
    'travelling salesman order of stops',
    'best order for visiting customers',
    'shortest round trip',
    'plan the tour of a courier',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  input: z.object({
    stops: z
      .array(
        z.object({
          name: line(200).min(1),
          lat: latitude().optional().describe('Latitude; not needed with matrix.'),
          lon: longitude().optional(),
        }),
      )
      .min(2)
      .max(STOPS_MAX)
      .describe('2 to 200 stops.'),
    roundTrip: z.boolean().default(true).describe('Whether to return to the first stop.'),
    fixFirst: z
      .boolean()
      .default(true)
      .describe('Whether to start at the first stop; always true in a round trip.'),
    fixLast: z
      .boolean()
      .default(false)
      .describe('Whether to end at the last stop; not in a round trip.'),
    matrix: z
      .array(z.array(z.number().min(0).max(1e9)).max(STOPS_MAX))
      .max(STOPS_MAX)
      .optional()
      .describe('Lengths from row to column, instead of distances; the two directions may differ.'),
  }),
  output: z.object({
    order: z.array(z.string()),
    totalKm: z.number().describe('Length of the tour; in the unit of matrix, if that is given.'),
    legs: z.array(z.object({ from: z.string(), to: z.string(), km: z.number() })),
    savedPct: z.number().describe('Savings against the given order.'),
    optimal: z.boolean().describe('Whether it is proven the shortest: up to 12 stops.'),
  }),
  examples: [
    {
      input: {
        stops: [
          { name: 'A', lat: 0, lon: 0 },
          { name: 'B', lat: 1, lon: 1 },
          { name: 'C', lat: 0, lon: 1 },
          { name: 'D', lat: 1, lon: 0 },
        ],
      },
      output: {
        order: ['A', 'D', 'B', 'C'],
        totalKm: 444.763382959,
        legs: [
          { from: 'A', to: 'D', km: 111.195079735 },
          { from: 'D', to: 'B', km: 111.178143756 },
          { from: 'B', to: 'C', km: 111.195079735 },
          { from: 'C', to: 'A', km: 111.195079735 },
        ],
        savedPct: 17.1592100286,
        optimal: true,
      },
    },
  ],

  run({ stops, roundTrip, fixFirst, fixLast, matrix }) {
    const lengths = matrix === undefined ? distancesOf(stops) : checked(matrix, stops.length)
    const ends = {
      isRound: roundTrip,
      isFirst: fixFirst || roundTrip,
      isLast: fixLast && !roundTrip,
    }
    const given = [...stops.keys()]
    const order = stops.length <= EXACT_MAX ? exact(lengths, ends) : improved(lengths, ends)
    const stations = roundTrip ? [...order, order[0] ?? 0] : order
    const legs = stations.slice(1).map((to, at) => ({
      from: stops[stations[at] ?? 0]?.name ?? '',
      to: stops[to]?.name ?? '',
      km: tidy(lengths[stations[at] ?? 0]?.[to] ?? 0),
    }))
    const before = lengthOf(given, lengths, roundTrip)
    const total = lengthOf(order, lengths, roundTrip)
    return {
      order: order.map((at) => stops[at]?.name ?? ''),
      totalKm: tidy(total),
      legs,
      savedPct: before === 0 ? 0 : tidy((1 - total / before) * 100),
      optimal: stops.length <= EXACT_MAX,
    }
  },
})

interface Stop {
  readonly lat?: number | undefined
  readonly lon?: number | undefined
}

function distancesOf(stops: readonly Stop[]): Lengths {
  const points = stops.map(({ lat, lon }, at) => {
    if (lat === undefined || lon === undefined)
      throw badInput(`stops.${at}: must have lat and lon if there is no matrix`)
    return { lat, lon }
  })
  return points.map((from) => points.map((to) => greatCircleKm(from, to)))
}

function checked(matrix: Lengths, count: number): Lengths {
  if (matrix.length !== count || matrix.some((row) => row.length !== count))
    throw badInput(`matrix: must have ${count} rows of ${count} numbers, one for each stop`)
  return matrix
}
