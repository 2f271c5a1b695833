import { describe, expect, test } from 'vitest'
import { stepsOf, type Step } from '../../../test/support/pack-steps.ts'
import { troubled } from '../../../test/support/upstreams/define.ts'

const PROVIDERS = [
  'BRAVE_ANSWERS',
  'BRAVE_SEARCH',
  'NOMINATIM',
  'MET_NORWAY',
  'RDAP',
  'CRT_SH',
  'CERT_SPOTTER',
  'WIKIDATA',
  'GLEIF',
  'EDGAR',
  'RIPE_STAT',
  'WEATHER_GOV',
  'USGS_EARTHQUAKES',
]

describe('trip-planner', () => {
  test('every step uses the results before it', async () => {
    const input = { stops: 'Berlin, Paris', startIso: '2026-06-05T20:00:00+02:00' }
    const { answer, step } = await stepsOf('trip-planner', input)
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
    expect(step['weather-forecast']!.result).toMatchObject({ source: 'MET Norway (CC BY 4.0)' })
  })
  test('an unknown stop skips the steps after it', async () => {
    const { step } = await stepsOf('trip-planner', { stops: 'Berlin,zz', startIso: '2026-06-05' })
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
    await expect(stepsOf('trip-planner', input)).rejects.toMatchObject({ code: 'bad_input' })
  })
})

const LONDON = '10 Downing Street, London'
const TRIP = { stops: 'Berlin, Paris', startIso: '2026-06-05T08:00:00Z' }
const COMPANY = { name: 'Siemens', domain: 'example.com', ticker: 'AAPL' }

/** If one provider of a pack is down, its own steps report it, and the other steps continue. */
describe.each([
  ['search-and-cite', { question: 'What is x402?' }, 'BRAVE_ANSWERS', 'answer', 4],
  ['article-digest', { topic: 'x402' }, 'BRAVE_ANSWERS', 'answer', 2],
  ['trip-planner', TRIP, 'MET_NORWAY', 'weather-forecast', 5],
  // The US weather service does not cover London.
  ['location-intel', { address: LONDON }, 'MET_NORWAY', 'weather-forecast', 4],
  ['domain-age', { domain: 'example.com' }, 'RDAP', 'whois', 2],
  ['domain-intel', { domain: 'example.com' }, 'RDAP', 'whois', 5],
  ['entity-enrich', COMPANY, 'GLEIF', 'lei-lookup', 5],
  ['fraud-signals', { domain: 'example.com' }, 'RIPE_STAT', 'asn-info', 6],
] as const)('%s with a provider down', (slug, input, provider, failing, succeeded) => {
  test.each([
    ['refused', 503],
    ['html', 502],
    ['cut', 502],
  ] as const)('that answers as %s', async (trouble, statusCode) => {
    const settings = { [`UPSTREAM_${provider}_URL`]: await troubled(trouble) }
    const { answer, step } = await stepsOf(slug, input, settings)
    const told = { ok: false, statusCode, error: expect.any(String), tookMs: expect.any(Number) }
    expect(step[failing]).toMatchObject(told)
    const all = answer['steps'] as readonly Step[]
    expect(all.filter(({ ok }) => ok)).toHaveLength(succeeded)
    expect(answer['summary']).toBe(`${succeeded}/${all.length} steps succeeded`)
  })
})

/** A host that does not exist, and name servers that do not answer. */
const NOWHERE = { domain: 'nowhere.example' }
const NOBODY = '127.0.0.1:1'

test.each([
  ['search-and-cite', { question: 'What is x402?' }],
  ['article-digest', { topic: 'x402' }],
  ['trip-planner', TRIP],
  ['location-intel', { address: LONDON }],
  ['domain-age', NOWHERE],
  ['domain-intel', NOWHERE],
  ['entity-enrich', { name: 'Siemens', ...NOWHERE }],
  ['fraud-signals', NOWHERE],
] as const)('%s fails when every step failed', async (slug, input) => {
  const down = await troubled('refused')
  const settings = Object.fromEntries(PROVIDERS.map((name) => [`UPSTREAM_${name}_URL`, down]))
  const asked = stepsOf(slug, input, { ...settings, DNS_SERVERS: NOBODY })
  await expect(asked).rejects.toMatchObject({
    message: expect.stringMatching(/^No step succeeded; /) as string,
    status: expect.toSatisfy((status: number) => status >= 500) as number,
    detail: { body: { steps: expect.any(Array) } },
  })
})

test('the answer is marked as untrusted, also when a step failed', async () => {
  const settings = { UPSTREAM_BRAVE_ANSWERS_URL: await troubled('html') }
  const { answer } = await stepsOf('article-digest', { topic: 'x402' }, settings)
  expect(answer).toMatchObject({ untrustedContent: true })
})

test('the best source is read in full, and its names are found', async () => {
  const { step } = await stepsOf('search-and-cite', { question: 'What is x402?' })
  expect(step['extract']!.result).toMatchObject({ url: 'https://www.x402.example/protocol' })
  expect(step['extract-entities']!.ok).toBe(true)
})

test('a company without a domain gets the one that Wikidata names', async () => {
  const { step } = await stepsOf('entity-enrich', { name: 'Siemens', domain: '', ticker: '' })
  expect(step['whois']!.result).toMatchObject({ domain: 'siemens.com' })
  const error = 'www.siemens.com does not resolve to an address.'
  expect(step['favicon-grab']).toMatchObject({ ok: false, error })
})

test('an invalid domain is refused', async () => {
  await expect(stepsOf('domain-age', { domain: 'not a domain' })).rejects.toMatchObject({
    code: 'bad_input',
  })
  await expect(stepsOf('domain-age', {})).rejects.toMatchObject({ code: 'bad_input' })
})
