import { expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import addressPoisoning from './address-poisoning.ts'

const KNOWN = ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913']

test.each(['colourless', '2026-02-30', '0x1234567', '0x833589fCD6eDb6E08f4c7C32D4f71b54bda02914'])(
  '%s is not safe to send to',
  async (address) => {
    expect(await runExample(addressPoisoning, { address, known: KNOWN })).toMatchObject({
      safe: false,
    })
  },
)

test.each([
  ['0x4838B106FCe9647Bdf1E7877BF73cE8B0BAD5f97', 'evm'],
  ['cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh', 'bech32'],
  ['bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'bitcoin-cash'],
  ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'bitcoin'],
])('%s resembles nothing', async (address, format) => {
  expect(await runExample(addressPoisoning, { address, known: KNOWN })).toMatchObject({
    safe: true,
    format,
  })
})

test('a text that is on the own list is compared, whatever its form', async () => {
  const given = { address: 'my-name.example', known: ['my-name.example'] }
  expect(await runExample(addressPoisoning, given)).toMatchObject({ exact: true, safe: true })
})
