import { z } from 'zod'
import { here, pointFields } from './_places.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Day brief',
  tagline: 'Local time, weather, air, sun and moon for a place today.',
  asks: [
    'briefing for the day at a place: weather, sun and moon',
    'local time, sunrise, moon and weather of today in one call',
    'what is the day like at my place',
  ],
  input: z.object(pointFields),
  steps: [
    { tool: 'timezone-at', input: here },
    { tool: 'weather-forecast', input: here },
    { tool: 'air-quality', input: here },
    { tool: 'sun-times', input: here },
    { tool: 'moon-phase', input: here },
  ],
  examples: [{ input: { lat: '48.8566', lon: '2.3522' } }],
})
