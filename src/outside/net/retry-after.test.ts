import { expect, test } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

const date = 'Sun, 22 Nov 2026 19:00:00 GMT'

test.each([
  [{ 'retry-after': '7' }, 7_000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '1.5' }, 1_500],
  [{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
  [{ 'retry-after-ms': '12.4' }, 13],
  [{ 'retry-after-ms': 'soon', 'retry-after': '7' }, 7_000],
  [{ 'retry-after': 'Sun, 22 Nov 2026 19:02:00 GMT', date }, 120_000],
  [{ 'retry-after': 'Sun, 22 Nov 2026 18:00:00 GMT', date }, 0],
  [{ 'retry-after': 'Sun, 22 Nov 2026 19:02:00 GMT' }, null],
  [{ 'retry-after': '999999999' }, 3_600_000],
  [{ 'retry-after': 'Mon, 22 Nov 2027 19:02:00 GMT', date }, 3_600_000],
  [{ 'retry-after': '-5' }, null],
  [{ 'retry-after': 'soon', date }, null],
  [{}, null],
])('%j asks for %s ms', (headers, expected) => {
  expect(retryAfterMs(new Headers(headers as Record<string, string>))).toBe(expected)
})
