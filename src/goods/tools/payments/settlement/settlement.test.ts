import { expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import { AT } from '../../../../../test/support/evm-world.ts'
import { WALLET } from '../../../../../test/support/upstreams/_blockscout-addresses.ts'
import railCost from './rail-cost.ts'
import usdcTransfers from './usdc-transfers.ts'

test.each([
  ['in', 10, { inTotal: '10', outTotal: '0', count: 1, whole: true }],
  ['out', 1, { inTotal: '0', outTotal: '2.5', count: 1, whole: false }],
  ['all', 3, { inTotal: '10', outTotal: '2.500001', count: 3, whole: true }],
] as const)('payments %s, at most %i', async (direction, limit, told) => {
  expect(await runExample(usdcTransfers, { address: WALLET, direction, limit }, AT)).toMatchObject(
    told,
  )
})

test('a network without USDC issued by Circle is refused', async () => {
  const asked = runExample(usdcTransfers, { address: WALLET, network: 'blast' }, AT)
  await expect(asked).rejects.toThrow(
    /^network: must have USDC issued by Circle; none is known on blast/,
  )
})

test('rails are ranked, and a cost with an unknown part is null', async () => {
  const networks = 'linea,arbitrum,base,solana'
  const read = await runExample(railCost, { amountUsd: 0.01, networks }, AT)
  const rails = read['rails'] as Record<string, unknown>[]
  // 5,000 lamports and 10,000 units at the middle of the fees, at 150 dollars.
  expect(rails.find(({ network }) => network === 'solana')).toMatchObject({
    feeUsd: 0.0007515,
    feePctOfAmount: 7.515,
    finalitySeconds: 12.8,
  })
  expect(rails.find(({ network }) => network === 'base')).toMatchObject({
    feeUsd: expect.any(Number),
  })
  for (const unknown of ['linea', 'arbitrum'])
    expect(rails.find(({ network }) => network === unknown)).toMatchObject({ feeUsd: null })
  expect(rails.slice(2).map(({ feeUsd }) => feeUsd)).toEqual([null, null])
  expect(read).toMatchObject({ cheapest: rails[0]?.['network'], failed: [] })
  await expect(runExample(railCost, { networks: ',' }, AT)).rejects.toThrow(/^networks: name 1 to/)
})
