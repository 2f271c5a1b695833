import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { osrm, type RouteStep } from '../../../../capabilities/upstreams/osrm.ts'

const VIA_MAX = 10

const stop = (what: string) => line(60).describe(`${what}, as lat,lon.`)

export default defineTool({
  route: 'GET /api/route-directions',
  name: 'Route directions',
  description:
    'Route on roads or paths between points: distance, travel time, polyline and turn-by-turn list.',
  asks: [
    'driving time and distance on the road between two coordinates',
    'turn by turn directions by bike',
    'how do I get from A to B',
    'driving time between two towns',
    'how long does it take to walk',
    'way by car',
  ],
  price: '$0.003',
  uses: { osrm },
  input: z.object({
    from: stop('Start'),
    to: stop('Destination'),
    via: line(600)
      .optional()
      .describe(`Stops between the ends, as lat,lon;lat,lon, at most ${VIA_MAX}.`),
    mode: z.enum(['driving', 'cycling', 'walking']).default('driving').describe('Way to travel.'),
    steps: z.boolean().default(false).describe('Whether to list the turns.'),
  }),
  output: z.object({
    distanceKm: z.number().describe('Length in kilometres.'),
    durationMin: z.number().describe('Travel time in minutes, without traffic.'),
    geometry: z.string().describe('Simplified line as a Google polyline with five decimals.'),
    steps: z
      .array(
        z.object({
          instruction: z.string().describe('What to do.'),
          name: z.string().describe('Name of the road; empty if it has none.'),
          distanceM: z.number().describe('Metres until the next step.'),
          durationSeconds: z.number().describe('Seconds until the next step.'),
        }),
      )
      .describe('Steps; empty unless they were requested.'),
    legs: z
      .array(
        z.object({
          distanceKm: z.number().describe('Kilometres.'),
          durationMin: z.number().describe('Minutes.'),
        }),
      )
      .describe('Legs between two stops each.'),
  }),
  examples: [
    {
      input: { from: '52.52,13.405', to: '52.39,13.06', steps: true },
      at: '2026-06-01T00:00:00Z',
      output: {
        distanceKm: 35.41,
        durationMin: 38.7,
        geometry: 'mfp_I__vpAfzXxjcA',
        steps: [
          { instruction: 'Depart', name: 'Rathausstraße', distanceM: 412, durationSeconds: 60 },
          {
            instruction: 'Turn left onto Grunerstraße',
            name: 'Grunerstraße',
            distanceM: 35_000,
            durationSeconds: 2_240,
          },
          {
            instruction: 'At the roundabout take exit 2',
            name: '',
            distanceM: 0,
            durationSeconds: 20,
          },
          { instruction: 'Arrive', name: '', distanceM: 0, durationSeconds: 0 },
        ],
        legs: [{ distanceKm: 35.41, durationMin: 38.7 }],
        source: 'OSRM, © OpenStreetMap contributors (ODbL 1.0)',
        asOf: '2026-06-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ from, to, via, mode, steps }, { osrm }) {
    const between = via === undefined ? [] : via.split(';')
    if (between.length > VIA_MAX) throw badInput(`via: must be at most ${VIA_MAX} stops.`)
    const stops = [
      pointOf('from', from),
      ...between.map((text) => pointOf('via', text)),
      pointOf('to', to),
    ]
    const route = await osrm.route(stops, mode, steps)
    return {
      ...lengths(route),
      geometry: route.geometry,
      steps: steps ? route.legs.flatMap((leg) => leg.steps.map(stepRow)) : [],
      legs: route.legs.map(lengths),
    }
  },
})

const POINT = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*$/

function pointOf(field: string, text: string) {
  const [, lat = NaN, lon = NaN] = (POINT.exec(text) ?? []).map(Number)
  if (Math.abs(lat) <= 90 && Math.abs(lon) <= 180) return { lat, lon }
  throw badInput(`${field}: must be latitude and longitude in degrees, such as 52.52,13.405.`)
}

const lengths = ({ distance, duration }: { distance: number; duration: number }) => ({
  distanceKm: Math.round(distance / 10) / 100,
  durationMin: Math.round(duration / 6) / 10,
})

const stepRow = (step: RouteStep) => ({
  instruction: instructionOf(step),
  name: step.name,
  distanceM: Math.round(step.distance),
  durationSeconds: Math.round(step.duration),
})

const WORDS: Readonly<Record<string, string>> = {
  depart: 'Depart',
  arrive: 'Arrive',
  merge: 'Merge',
  'on ramp': 'Take the ramp',
  'off ramp': 'Take the exit',
  fork: 'Keep',
  'end of road': 'At the end of the road turn',
  continue: 'Continue',
  'new name': 'Continue',
  turn: 'Turn',
}
const ROUNDABOUTS = new Set(['roundabout', 'rotary', 'roundabout turn'])
const STILL = new Set(['depart', 'arrive'])

/** An unknown manoeuvre reads as a turn in its direction, as the OSRM documentation demands. */
function instructionOf({ name, maneuver: { type, modifier, exit } }: RouteStep): string {
  const onto = name === '' || STILL.has(type) ? '' : ` onto ${name}`
  if (ROUNDABOUTS.has(type)) {
    const which = exit ? ` take exit ${exit}` : ''
    return `At the roundabout${which || ' go on'}${onto}`
  }
  if (STILL.has(type)) return WORDS[type] ?? type
  if (modifier === 'uturn') return `Make a U-turn${onto}`
  const direction = modifier ? ` ${modifier}` : ''
  return `${WORDS[type] ?? 'Go'}${direction}${onto}`
}
