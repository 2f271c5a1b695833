import { z } from 'zod'
import { placeOf } from './_places.ts'
import type { Results } from './_results.ts'
import { definePack } from './_runtime.ts'

const after = ['airport-lookup']
const there = (_given: unknown, results: Results) => placeOf(results['airport-lookup'])

export default definePack({
  title: 'Airfield weather',
  tagline: 'Reports, forecast and daylight at an airport.',
  asks: ['METAR, TAF and daylight of an airfield', 'weather briefing for a flight to an airport'],
  input: z.object({
    icao: z
      .string()
      .regex(/^[A-Za-z0-9]{4}$/, { error: 'must be an ICAO code such as KJFK' })
      .describe('ICAO code of the airport, such as KJFK.'),
  }),
  steps: [
    { tool: 'metar', input: ({ icao }) => ({ icao, taf: true }) },
    { tool: 'airport-lookup', input: ({ icao }) => ({ code: icao }) },
    { tool: 'weather-hourly', after, input: there },
    { tool: 'sun-times', after, input: there },
  ],
  examples: [{ input: { icao: 'KJFK' } }],
})
