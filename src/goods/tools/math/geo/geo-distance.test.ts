import { expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import geoDistance from './geo-distance.ts'

const BERLIN = { lat: 52.52, lon: 13.405 }

test('a longitude may be called lng', async () => {
  const to = { lat: 48.8566, lng: 2.3522 }
  const answer = await runExample(geoDistance, { from: BERLIN, to })
  expect(answer).toMatchObject({ distanceKm: 879.699316 })
})

test.each([
  [{ lat: 1 }],
  [{ lng: 1 }],
  [{ lat: 1, lng: '2' }],
  [{ lat: 1, lng: 181 }],
  ['1,2'],
  [null],
])('the place %j is refused', async (to) => {
  await expect(runExample(geoDistance, { from: BERLIN, to })).rejects.toThrow(/^to/)
})
