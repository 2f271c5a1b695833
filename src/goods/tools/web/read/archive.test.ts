import { expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import type { ToolSpec } from '../../../../base/core/tool.ts'
import archiveHistory from './archive-history.ts'
import archiveSnapshot from './archive-snapshot.ts'

const url = 'https://example.com'

test.each<[ToolSpec, Record<string, unknown>, string]>([
  [archiveSnapshot, { url: 'example.com' }, 'bad_input'],
  [archiveSnapshot, { url: 'ftp://example.com' }, 'bad_input'],
  [archiveSnapshot, { url, date: '2020-02-30' }, 'bad_input'],
  [archiveHistory, { url, startDate: '20200101' }, 'bad_input'],
  [archiveHistory, { url, startDate: '2020-01-02', endDate: '2020-01-01' }, 'bad_input'],
  [archiveHistory, { url, limit: 501 }, 'bad_input'],
  [archiveHistory, { url: 'https://blocked.example' }, 'not_found'],
])('%# is refused', async (spec, input, code) => {
  await expect(runExample(spec, input)).rejects.toMatchObject({ code })
})

test('a page without captures has an empty answer', async () => {
  expect(await runExample(archiveHistory, { url: 'https://never.example/' })).toMatchObject({
    captures: [],
    count: 0,
    firstIso: null,
    lastIso: null,
  })
})

test('both ends of the time span are included', async () => {
  const days = { startDate: '2020-01-01', endDate: '2020-01-01' }
  const answer = await runExample(archiveHistory, { url, ...days })
  expect(answer).toMatchObject({ count: 1, firstIso: '2020-01-01T00:01:51.000Z' })
})
