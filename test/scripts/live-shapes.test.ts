import { expect, test } from 'vitest'
import { differencesOf } from '../../scripts/_live-shapes.ts'
import { allRecordings } from '../support/recordings/form.ts'

test('a live answer that differs from its recording is told by member', async () => {
  const recordings = (await allRecordings()).filter(({ provider }) => provider === 'pypistats')
  const same = { week: 1 }
  const value = { data: { last_day: 1, last_month: '2' }, package: 'pip', type: 'x', more: same }
  const live = [{ title: 'PyPI Stats', path: '/api/packages/pip/recent', value }]
  expect(differencesOf(live, recordings)).toEqual([
    '/api/packages/pip/recent  - data.last_month: number',
    '/api/packages/pip/recent  + data.last_month: text',
    '/api/packages/pip/recent  - data.last_week: number',
  ])
})
