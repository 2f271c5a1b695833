import { z } from 'zod'
import type { Results } from './_results.ts'
import { definePack } from './_runtime.ts'
import { searchText } from '../../base/lib/fields.ts'
import { placeOf } from './_places.ts'

const AMENITIES = 'amenities near '

const after = ['geocode']
const there = (_given: unknown, results: Results) => placeOf(results['geocode'])

export default definePack({
  title: 'Location intelligence',
  tagline: 'Everything around an address: where it is, what is near, weather, warnings, quakes.',
  asks: [
    'report on a location: places nearby, weather and quakes',
    'what is around this address',
    'everything about a location',
  ],
  input: z.object({
    address: searchText(400).describe('Address or place, at most 400 characters.'),
  }),
  steps: [
    { tool: 'geocode', input: ({ address }) => ({ q: address }) },
    { tool: 'reverse-geocode', after, input: there },
    { tool: 'place-search', input: ({ address }) => ({ q: `${AMENITIES}${address}` }) },
    { tool: 'weather-forecast', after, input: there },
    { tool: 'weather-alerts', after, input: there },
    { tool: 'earthquakes', after, input: there },
  ],
  examples: [{ input: { address: '10 Downing Street, London' } }],
})
