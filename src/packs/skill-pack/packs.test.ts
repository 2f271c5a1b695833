import { describe, expect, test } from 'vitest'
import { runExample } from '../../../test/support/run-tool.ts'
import { troubled } from '../../../test/support/upstreams/define.ts'
import type { ToolSpec } from '../../core/tool.ts'
import articleDigest from './skill-article-digest.ts'
import domainAge from './skill-domain-age.ts'
import locationIntel from './skill-location-intel.ts'
import tripPlanner from './skill-trip-planner.ts'

interface Step {
  readonly slug: string
  readonly ok: boolean
  readonly result?: Readonly<Record<string, unknown>>
  readonly statusCode?: number
  readonly skipped?: true
}

async function stepsOf(
  ...[spec, input, settings]: [ToolSpec, Record<string, unknown>, Record<string, string>?]
) {
  const answer = await runExample(spec, input, '2026-06-01T00:00:00Z', settings)
  const steps = answer['steps'] as readonly Step[]
  return { answer, step: Object.fromEntries(steps.map((step) => [step.slug, step])) }
}

describe('trip-planner', () => {
  test('every step stands on those before it', async () => {
    const input = { stops: 'Berlin, Paris', startIso: '2026-06-05T20:00:00+02:00' }
    const { answer, step } = await stepsOf(tripPlanner, input)
    expect(answer['summary']).toBe('6/6 steps succeeded')
    expect(step['geocode']!.result).toHaveLength(2)
    const [leg] = step['geo-distance']!.result as unknown as { distanceKm: number }[]
    expect(leg!.distanceKm).toBeCloseTo(882, 0)
    expect(step['add-time']!.result).toMatchObject({
      iso: '2026-06-06T05:01:00Z',
      applied: 'PT11H1M',
    })
    expect(step['business-days']!.result).toMatchObject({ businessDays: 0, calendarDays: 1 })
    expect(step['time-convert']!.result).toMatchObject({
      tz: 'Europe/Paris',
      local: '2026-06-06T07:01:00',
    })
    expect(step['weather-forecast']!.result).toMatchObject({ source: 'Open-Meteo' })
  })
  test('a stop that is nowhere leaves the rest without work', async () => {
    const { step } = await stepsOf(tripPlanner, { stops: 'Berlin,zz', startIso: '2026-06-05' })
    expect(step['geo-distance']).toMatchObject({ skipped: true })
    expect(step['weather-forecast']).toMatchObject({ skipped: true })
  })
  test.each([
    [{ stops: 'Berlin', startIso: '2026-06-01' }],
    [{ stops: 'a,b,c,d,e,f,g,h,i', startIso: '2026-06-01' }],
    [{ stops: 'Berlin,Paris', startIso: 'tomorrow' }],
    [{ stops: 'Berlin,Paris' }],
    [{ startIso: '2026-06-01' }],
  ])('%j is refused', async (input) => {
    await expect(stepsOf(tripPlanner, input)).rejects.toMatchObject({ code: 'bad_input' })
  })
})

describe('with a provider down', () => {
  test('location-intel tells the rest', async () => {
    const settings = { UPSTREAM_OPEN_METEO_URL: await troubled('refused') }
    const { answer, step } = await stepsOf(
      locationIntel,
      { address: '10 Downing Street, London' },
      settings,
    )
    expect(step['weather-forecast']).toMatchObject({ ok: false, statusCode: 503 })
    // London is beyond the US weather service.
    expect(step['weather-alerts']).toMatchObject({ ok: false, statusCode: 400 })
    expect(answer['summary']).toBe('4/6 steps succeeded')
  })
  test('article-digest tells the rest, and that strangers wrote it', async () => {
    const settings = { UPSTREAM_BRAVE_ANSWERS_URL: await troubled('html') }
    const { answer, step } = await stepsOf(articleDigest, { topic: 'x402' }, settings)
    expect(step['answer']).toMatchObject({ ok: false, statusCode: 502 })
    expect(answer).toMatchObject({ summary: '2/3 steps succeeded', untrustedContent: true })
  })
  test('nothing at all is no answer', async () => {
    const at = await troubled('limited')
    const settings = { UPSTREAM_BRAVE_ANSWERS_URL: at, UPSTREAM_BRAVE_SEARCH_URL: at }
    const asked = stepsOf(articleDigest, { topic: 'x402' }, settings)
    await expect(asked).rejects.toMatchObject({ code: 'upstream_failed' })
  })
})

test('what is no domain is refused by every step', async () => {
  await expect(stepsOf(domainAge, { domain: 'not a domain' })).rejects.toMatchObject({
    code: 'bad_input',
  })
  await expect(stepsOf(domainAge, {})).rejects.toMatchObject({ code: 'bad_input' })
})
