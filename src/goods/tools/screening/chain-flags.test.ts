import { expect, test } from 'vitest'
import { FLAGGED } from '../../../../test/support/evm-flags.ts'
import { runExample } from '../../../../test/support/run-tool.ts'
import addressScreen from './wallets/address-screen.ts'
import sanctionsOracle from './wallets/sanctions-oracle.ts'
import tokenFreeze from './tokens/token-freeze.ts'

const OTHER = '0x2222222222222222222222222222222222222222'
const LISTED = '0x8589427373D6D84E98730D7795D8f6f8731FDA16'
const EURC = '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42'

test.each([
  [FLAGGED, 'ethereum', true],
  [FLAGGED, 'base', true],
  [OTHER, 'base', false],
])('the oracle on %s, %s', async (address, network, sanctioned) => {
  expect(await runExample(sanctionsOracle, { address, network })).toMatchObject({ sanctioned })
})

test('an issuer that does not answer does not count as a no', async () => {
  expect(await runExample(tokenFreeze, { address: FLAGGED, networks: 'base' })).toMatchObject({
    frozen: true,
    results: expect.arrayContaining([
      { network: 'base', token: EURC, symbol: 'EURC', frozen: true },
      expect.objectContaining({ symbol: 'USDC', frozen: null }),
    ]) as unknown,
  })
  const other = await runExample(tokenFreeze, { address: OTHER, networks: 'base' })
  expect(other['frozen']).toBeNull()
})

test.each([
  [FLAGGED, { verdict: 'match', sanctioned: true, frozenBy: ['EURC on base'] }],
  [LISTED, { verdict: 'match', sanctioned: true, frozenBy: [] }],
  // The USDC of the test chain does not answer about freezes.
  [OTHER, { verdict: 'review', sanctioned: false, hits: [] }],
  ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', { verdict: 'match', sanctioned: true }],
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', { verdict: 'no-match-on-lists-checked', problems: [] }],
])('the verdict on %s', async (address, expected) => {
  const answer = await runExample(addressScreen, { address, networks: 'base' })
  expect(answer).toMatchObject(expected)
  expect(answer['lists']).toMatchObject([{ list: 'ofac', publishedDate: '2026-05-28' }])
})

test.each([
  [tokenFreeze, { address: OTHER, networks: 'base,nowhere' }, 'networks: nowhere is not known'],
  [addressScreen, { address: OTHER, networks: '' }, 'networks: name 1 to 8 networks'],
])('an unknown network is refused', async (tool, input, message) => {
  await expect(runExample(tool, input)).rejects.toThrow(message)
})
