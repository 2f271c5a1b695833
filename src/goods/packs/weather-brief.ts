import { z } from 'zod'
import { here, pointFields } from './_places.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Weather brief',
  tagline: 'Weather now, the next hours, the week, the air and any warning for a point.',
  asks: [
    'complete weather report for a point with air and warnings',
    'weather now, by the hour and for the week in one call',
  ],
  input: z.object(pointFields),
  steps: [
    { tool: 'weather-current', input: here },
    { tool: 'weather-hourly', input: here },
    { tool: 'weather-forecast', input: here },
    { tool: 'air-quality', input: here },
    { tool: 'weather-alerts', input: here },
  ],
  examples: [{ input: { lat: '48.8566', lon: '2.3522' } }],
})
