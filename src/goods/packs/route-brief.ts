import { z } from 'zod'
import { searchText } from '../../base/lib/fields.ts'
import { placeOf } from './_places.ts'
import { definePack } from './_runtime.ts'

const address = (what: string) => searchText(400).describe(`${what}, at most 400 characters.`)
const textOf = (place: { lat: number; lon: number }) => `${place.lat},${place.lon}`

export default definePack({
  title: 'Route brief',
  tagline: 'A drive between two addresses: route, climb and weather on arrival.',
  asks: [
    'drive between two addresses with climb and weather at the end',
    'brief of a car trip between two addresses',
    'drive from one town to another with weather',
  ],
  input: z.object({ from: address('Start'), to: address('Destination') }),
  steps: [
    { tool: 'geocode', label: 'start', input: ({ from }) => ({ q: from }) },
    { tool: 'geocode', label: 'end', input: ({ to }) => ({ q: to }) },
    {
      tool: 'route-directions',
      after: ['start', 'end'],
      input(_given, { start, end }) {
        const [from, to] = [placeOf(start), placeOf(end)]
        return from && to ? { from: textOf(from), to: textOf(to) } : null
      },
    },
    {
      tool: 'elevation',
      after: ['start', 'end'],
      input(_given, { start, end }) {
        const [from, to] = [placeOf(start), placeOf(end)]
        return from && to ? { points: [from, to] } : null
      },
    },
    { tool: 'weather-forecast', after: ['end'], input: (_given, { end }) => placeOf(end) },
  ],
  examples: [{ input: { from: 'Berlin', to: '10 Downing Street, London' } }],
})
