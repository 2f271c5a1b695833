import { expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import defiProtocol from './defi-protocol.ts'
import defiRanking from './defi-ranking.ts'
import defiYields from './defi-yields.ts'

test('borrowed coins are not counted as locked, and a week has seven days', async () => {
  const found = await runExample(defiProtocol, { protocol: 'AAVE-V3', days: 2 })
  expect(found).toMatchObject({
    byChain: { Ethereum: 20_000, Base: 5_000 },
    // Up from 23,200 to 23,900.
    change7dPct: 3.0172,
    history: [{ date: '2025-12-31' }, { date: '2026-01-01', tvlUsd: 23_900 }],
    feesUsd24h: 1_500_000,
    audits: ['https://aave.com/security'],
  })
  expect(Object.keys(found['byChain'] as object)).toHaveLength(2)
  await expect(runExample(defiProtocol, { protocol: 'nobody' })).rejects.toThrow(/^protocol/)
})

test('yields are filtered, and an outlier is marked', async () => {
  const ids = async (input: object) => {
    const { pools } = await runExample(defiYields, { ...input })
    return (pools as { pool: string }[]).map(({ pool }) => pool)
  }
  expect(await ids({})).toEqual(['p2', 'p4', 'p1'])
  expect(await ids({ chain: 'base', stablecoin: true })).toEqual(['p1'])
  expect(await ids({ chain: 'base', token: 'USDC', minTvlUsd: 0 })).toEqual(['p3', 'p1'])
  expect(await ids({ token: 'pepe' })).toEqual(['p2'])
  expect(await runExample(defiYields, {})).toMatchObject({ pools: [{ outlier: true }, {}, {}] })
  await expect(ids({ token: 'nothing' })).rejects.toThrow(/No pool fits/)
})

test('a centralised exchange is ranked only in its own category', async () => {
  const names = async (input: object) => {
    const { rows } = await runExample(defiRanking, { ...input })
    return (rows as { name: string }[]).map(({ name }) => name)
  }
  expect(await names({})).toEqual(['Aave V3', 'Morpho'])
  expect(await names({ category: 'cex' })).toEqual(['Exchange'])
  expect(await names({ chain: 'ethereum' })).toEqual(['Aave V3'])
  expect(await names({ by: 'fees' })).toEqual(['Tether', 'Aave V3'])
  expect(await names({ by: 'chains' })).toEqual(['Ethereum', 'Base'])
  await expect(names({ by: 'chains', chain: 'Base' })).rejects.toThrow(/^by/)
})
