import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startLoopProbe } from '../../bench/support/loop-probe.ts'
import { call } from '../support/calls.ts'
import { openTestService, type TestService } from '../support/service.ts'

const BLOCK_MS_MAX = 250

let service: TestService
beforeAll(async () => {
  service = await openTestService({
    settings: { FREE_MODE: 'true', REFUSALS_PER_MINUTE: '100000' },
  })
})
afterAll(() => service.stop())

/** The reply, and for how long its making held the event loop at most. */
async function heardOf(path: string, body: unknown) {
  const probe = startLoopProbe()
  try {
    const { status, body: said } = await call(service, path, { body, method: 'POST' })
    return { status, error: String(said['error']), blockMs: probe.longest().worked }
  } finally {
    probe.stop()
  }
}

const aliases = (count: number): string =>
  ['- &a ' + 'x'.repeat(400_000), ...Array<string>(count).fill('- *a')].join('\n')

const nested = (levels: number, leaf: unknown): unknown =>
  Array.from({ length: levels }, () => 'k'.repeat(900)).reduce(
    (inner, key) => ({ [key]: inner }),
    leaf,
  )

describe('an answer that would be far larger than its input', { timeout: 60_000 }, () => {
  test.each([
    [
      'pairs of pairs',
      '/api/json-query',
      { data: 1, language: 'jmespath', path: Array(40).fill('[@,@]').join('|') },
    ],
    [
      'the same text again and again',
      '/api/json-query',
      { data: { a: 'x'.repeat(100_000) }, path: `$[${Array(400).fill("'a'").join()}]` },
    ],
    [
      'copies of a long text',
      '/api/json-patch',
      {
        data: { a: 'x'.repeat(400_000), b: [] },
        patch: Array.from({ length: 90 }, () => ({ op: 'copy', from: '/a', path: '/b/-' })),
      },
    ],
    ['aliases', '/api/yaml-to-json', { yaml: aliases(90) }],
    ['long paths', '/api/json-flatten', { data: nested(60, Array(15_000).fill(1)) }],
  ])('is refused, and holds up nobody: %s', async (_what, path, body) => {
    const { status, error, blockMs } = await heardOf(path, body)
    expect(error).toMatch(/larger|at most|too many|too long|takes|values/i)
    expect(status).toBe(400)
    expect(blockMs).toBeLessThan(BLOCK_MS_MAX)
  })
})
