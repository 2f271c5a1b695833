import { expect, test } from 'vitest'
import type { Db } from '../base/core/db.ts'
import { createLeaseStore } from './leases.ts'

test('What another replica holds is not tried, for that would fail at the engine', async () => {
  const tried: unknown[] = []
  const db = {
    one: async () => ({ held: 1 }),
    batch: async (statements: unknown) => tried.push(statements) > 0,
  } as unknown as Db
  const term = { now: 1, until: 2 }
  expect(await createLeaseStore(db).take('task', 'us', term)).toBe(false)
  expect(tried).toEqual([])
})
