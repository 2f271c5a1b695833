import { expect, test } from 'vitest'
import { createLeases, LEASE_MS } from './leases.ts'

test('a channel is renewed for as long as its call runs and holds it', async () => {
  const renewed: unknown[] = []
  const lost = new Set<string>()
  const extend = async (...asked: [id: string, holder: string, until: number]) => {
    renewed.push(asked)
    return !lost.has(asked[1])
  }
  const leases = createLeases({ extend }, () => 1_000)
  const look = async () => {
    renewed.length = 0
    await leases.renew()
    return renewed.map((asked) => (asked as string[])[1])
  }
  leases.hold('0x1', 'a')
  leases.hold('0x2', 'b')
  leases.hold('0x3', 'c')
  expect(await look()).toEqual(['a', 'b', 'c'])
  expect(renewed[0]).toEqual(['0x1', 'a', 1_000 + LEASE_MS])
  leases.end('a')
  lost.add('b')
  expect(await look()).toEqual(['b', 'c'])
  expect(await look()).toEqual(['c'])
})
