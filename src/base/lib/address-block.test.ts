import { expect, test } from 'vitest'
import { addressBlock } from './address-block.ts'

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['::1', '::1'],
  ['unknown', 'unknown'],
])('%s is in %s', (client, block) => {
  expect(addressBlock(client)).toBe(block)
})
