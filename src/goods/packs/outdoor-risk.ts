import { z } from 'zod'
import { here, pointFields } from './_places.ts'
import { definePack } from './_runtime.ts'

const DAYS = 14

export default definePack({
  title: 'Outdoor risk',
  tagline: 'Warnings, air, quakes, fires and daylight at a point before work outside.',
  asks: [
    'risks of working outside at a point: warnings, fires, quakes',
    'is it safe to work outdoors here: air, daylight and warnings',
    'is it safe to hike today',
  ],
  input: z.object(pointFields),
  steps: [
    { tool: 'weather-alerts', input: here },
    { tool: 'air-quality', input: here },
    { tool: 'earthquakes', input: here },
    { tool: 'natural-events', input: () => ({ days: DAYS }) },
    { tool: 'sun-times', input: here },
  ],
  examples: [{ input: { lat: '32.95', lon: '-116.95' } }],
})
