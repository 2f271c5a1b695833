import { expect, test } from 'vitest'
import type { Call } from '../../selling/call/call.ts'
import { usdOf } from '../../base/core/money.ts'
import type { Tool } from '../../base/core/tool.ts'
import type { CallStats, CallStatsStore } from '../../stores/call-stats.ts'
import { createCallLog } from './call-log.ts'
import type { Log } from './log.ts'
import { createMetrics } from './metrics.ts'

const CALL: Call = {
  id: 'an-id',
  transport: 'http',
  startedAt: 0,
  tool: { slug: 'hash' } as Tool,
  account: { rail: 'credits', payer: 'x' },
  amount: usdOf(1_500),
  outcome: 'settled',
  cause: null,
}
const UNKNOWN: Call = { ...CALL, tool: null, account: null, amount: null, outcome: 'failed' }

function opened(isWritten: boolean) {
  const lines: object[] = []
  const added: CallStats[] = []
  const add = (line: object) => void lines.push(line)
  const written = (fields: string) => add(JSON.parse(`{${fields}}`) as object)
  const log: Log = { info: add, warn: add, error: add, ...(isWritten && { written }) }
  const metrics = createMetrics(() => [])
  const callStats = {
    add: async (_hour, rows) => Boolean(added.push(...rows)),
  } as Pick<CallStatsStore, 'add'> as CallStatsStore
  const traces = { ended() {}, flush: async () => {} }
  const callLog = createCallLog({ log, metrics, callStats, traces, now: () => 0 })
  return { lines, added, metrics, callLog }
}

test('a line that is put together says what an object would say, in the same order', () => {
  const [text, object] = [opened(true), opened(false)]
  for (const { callLog } of [text, object]) {
    callLog.end(CALL, 200)
    callLog.end(UNKNOWN, 404)
    callLog.end({ ...UNKNOWN, cause: 'not_found' }, 404)
    callLog.end({ ...UNKNOWN, cause: new Error('oh') }, 500)
  }
  const plain = ({ lines }: typeof text) => lines.map((line) => ({ ...line, ms: 0 }))
  expect(JSON.stringify(plain(text))).toBe(JSON.stringify(plain(object)))
  expect(plain(text)[0]).toMatchObject({ slug: 'hash', priceUsd: 0.0015, outcome: 'settled' })
})

test('calls that ended alike are one row, and are written once', async () => {
  const { callLog, added } = opened(true)
  callLog.end(CALL, 200)
  callLog.end({ ...CALL, account: { rail: 'pow', payer: 'y' } }, 200)
  callLog.end(UNKNOWN, 404)
  await callLog.flush()
  await callLog.flush()
  expect(added).toMatchObject([
    { slug: 'hash', outcome: 'settled', status: 200, calls: 2 },
    { slug: '', outcome: 'failed', status: 404, calls: 1 },
  ])
})

test('metrics count calls, and put their times into buckets', async () => {
  const { metrics } = opened(true)
  const labels = { slug: 'hash', rail: 'pow', outcome: 'settled', status: 200 }
  const series = metrics.seriesOf(labels)
  for (const seconds of [0.0005, 0.001, 0.05, 1_000]) series.observe(seconds)
  metrics.seriesOf({ ...labels, slug: 'uuid' }).observe(0.05)
  const port = await metrics.listen(0, '127.0.0.1')
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  await metrics.close()
  for (const line of [
    'farebox_calls_total{slug="hash",rail="pow",outcome="settled",status="200"} 4',
    'farebox_calls_total{slug="uuid",rail="pow",outcome="settled",status="200"} 1',
    '# TYPE farebox_call_seconds histogram',
    'farebox_call_seconds_bucket{le="0.001",outcome="settled"} 2',
    'farebox_call_seconds_bucket{le="0.1",outcome="settled"} 4',
    'farebox_call_seconds_bucket{le="+Inf",outcome="settled"} 5',
    'farebox_call_seconds_count{outcome="settled"} 5',
  ])
    expect(text).toContain(`${line}\n`)
  expect(text).toMatch(/farebox_call_seconds_sum\{outcome="settled"\} 1000\.1\d*\n/)
})
