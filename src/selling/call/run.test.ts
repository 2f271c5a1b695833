import { expect, test } from 'vitest'
import type { Capability, Host } from '../../base/core/capability.ts'
import { limit } from '../../base/core/time-limits.ts'
import { createOpener, trialFor } from './run.ts'

test('two capabilities with the same name are not confused', () => {
  const named = (says: string): Capability<string> => ({
    name: 'runner',
    texts: 'own',
    settings: [],
    open: () => () => says,
  })
  const open = createOpener({} as Host)
  const call = trialFor({ rail: 'test', wallet: null })
  expect([named('one'), named('other')].map((it) => open({ it }, call)['it'])).toEqual([
    'one',
    'other',
  ])
})

test('a call that cannot begin leaves no timer behind', () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  const limits = { firstEventMs: 1_000, idleMs: 1_000, totalMs: 1_000 }
  expect(() => limit('it', limits, undefined as never)).toThrow(TypeError)
  expect(timers()).toBe(before)
})
