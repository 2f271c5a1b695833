import { expect, test } from 'vitest'
import { selectorOf, topicOf } from './evm-selector.ts'

test('selectors and topics equal those of the token standard', () => {
  expect(selectorOf('transfer(address,uint256)')).toBe('0xa9059cbb')
  expect(selectorOf('balanceOf(address)')).toBe('0x70a08231')
  expect(topicOf('Transfer(address,address,uint256)')).toBe(
    '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  )
})
