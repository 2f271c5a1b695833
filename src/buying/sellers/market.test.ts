import { expect, test } from 'vitest'
import type { SellerStore } from '../../stores/sellers.ts'
import { LIMITS } from './limits.ts'
import { openMarket, type OwnGood } from './market.ts'

function* noGoods(): Generator<void, OwnGood[]> {
  yield
  return []
}

test('the search stands where the index of sellers cannot be read', async () => {
  const troubles: string[] = []
  const broken = async () => {
    throw new Error('the database is away')
  }
  const market = openMarket({
    store: { version: broken } as unknown as SellerStore,
    own: noGoods,
    failingAt: () => [],
    evidence: {
      ...LIMITS,
      historyOf: () => undefined,
      selfFundedOf: () => undefined,
      isShared: () => false,
    },
    now: () => 0,
    onTrouble: (what, cause) => void troubles.push(`${what}: ${String(cause)}`),
  })
  expect(await market.related('weather')).toEqual([])
  expect(troubles).toEqual(['the index of sellers: Error: the database is away'])
  await expect(market.sellers()).rejects.toThrow('the database is away')
})
