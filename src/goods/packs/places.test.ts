import { expect, test } from 'vitest'
import { stepsOf } from '../../../test/support/pack-steps.ts'

/** The US weather service does not cover Paris, and San Diego has no dust sensor in these tests. */
test.each([
  ['weather-brief', { lat: '48.8566', lon: '2.3522' }, '4/5'],
  ['outdoor-risk', { lat: '32.951', lon: '-116.95' }, '4/5'],
  ['day-brief', { lat: '48.8566', lon: '2.3522' }, '5/5'],
  ['airfield-weather', { icao: 'KJFK' }, '4/4'],
  ['route-brief', { from: 'Berlin', to: 'Paris' }, '5/5'],
  ['neighborhood-check', { address: 'Paris' }, '5/5'],
])('%s', async (slug, input, succeeded) => {
  const { answer } = await stepsOf(slug, input)
  expect(answer['summary'], JSON.stringify(answer)).toBe(`${succeeded} steps succeeded`)
})

test.each([['91'], [''], ['north']])('a latitude of %j is refused', async (lat) => {
  const asked = stepsOf('day-brief', { lat, lon: '2' })
  await expect(asked).rejects.toMatchObject({ code: 'bad_input' })
})
