import { expect, test } from 'vitest'
import { moment } from './components.ts'
import { historyPlots, hourStrip } from './call-history.ts'

const hours = [
  { hour: 490_000, answered: 9, failed: 0, ms: 90 },
  { hour: 490_001, answered: 99, failed: 1, ms: 90 },
  { hour: 490_002, answered: 1, failed: 1, ms: 90 },
]
const data = { hours, hour: 490_002, days: 3 }

test('failures have their own shape and their own colour', () => {
  const page = historyPlots(data)?.markup
  expect(page).toContain('<i class="k1"></i>answered')
  expect(page).toContain('<i class="k-bad"></i>failed')
  expect(page).toMatch(/<rect class="c1"/)
  expect(page).toMatch(/<rect class="c-bad"/)
  const strip = hourStrip(data).markup
  const shapes = [...strip.matchAll(/class="(s\d)"[^>]*height="([\d.]+)"/g)]
  const heights = new Map(shapes.map(([, level, height]) => [level, height]))
  expect(heights.size).toBe(4)
  expect(new Set(heights.values()).size).toBe(4)
})

test('a plot that is wider than a phone says so', () => {
  expect(historyPlots(data)?.markup).toContain('scroll left for the rest')
})

test('a time is shown to the minute, and its datetime attribute is exact', () => {
  expect(moment('2026-11-23T15:20:11.123Z').markup).toBe(
    '<time datetime="2026-11-23T15:20:11.123Z">2026-11-23 15:20 UTC</time>',
  )
})
