import { z } from 'zod'
import { searchText } from '../../base/lib/fields.ts'
import { placeOf } from './_places.ts'
import type { Results } from './_results.ts'
import { definePack } from './_runtime.ts'

const after = ['geocode']
const there = (_given: unknown, results: Results) => placeOf(results['geocode'])
const around = (kind: string) => (_given: unknown, results: Results) => {
  const place = placeOf(results['geocode'])
  return place && { ...place, kind }
}

export default definePack({
  title: 'Neighbourhood check',
  tagline: 'Schools, pharmacies, air and height around a home.',
  asks: [
    'schools, pharmacies and air around a home',
    'check the neighbourhood of an address before moving',
    'is it a good area to live in',
    'what is around a flat',
  ],
  input: z.object({
    address: searchText(400).describe('Address or place, at most 400 characters.'),
  }),
  steps: [
    { tool: 'geocode', input: ({ address }) => ({ q: address }) },
    { tool: 'nearby-pois', label: 'schools', after, input: around('school') },
    { tool: 'nearby-pois', label: 'pharmacies', after, input: around('pharmacy') },
    { tool: 'air-quality', after, input: there },
    {
      tool: 'elevation',
      after,
      input(_given, results) {
        const place = placeOf(results['geocode'])
        return place && { points: [place] }
      },
    },
  ],
  examples: [{ input: { address: 'Einstein Kaffee Alexanderplatz' } }],
})
