import { expect, test } from 'vitest'
import { formatAddress, parseAddress, scopeOf } from './ip-address.ts'

// RFC 4291, 2.5.5.1 and 2.5.5.2; the numbers are those of Python's ipaddress.
test.each([
  ['::1.2.3.4', '::102:304', 16_909_060n],
  ['::ffff:1.2.3.4', '::ffff:1.2.3.4', 281_470_698_652_420n],
  ['::0.0.0.1', '::1', 1n],
  ['::255.255.255.255', '::ffff:ffff', 4_294_967_295n],
  ['64:ff9b::8.8.8.8', '64:ff9b::808:808', 524_413_980_667_603_649_783_483_181_446_989_832n],
  ['1:2:3:4:5:6:1.2.3.4', '1:2:3:4:5:6:102:304', 5_192_455_318_486_707_404_433_266_449_711_876n],
])('%s is %s', (text, canonical, value) => {
  const address = parseAddress(text)
  expect(address).toMatchObject({ version: 6, value })
  expect(address && formatAddress(address)).toBe(canonical)
})

test.each([
  '::1.2.3',
  '::1.2.3.256',
  '::01.2.3.4',
  '1:2:3:4:5:6:7:1.2.3.4',
  '1.2.3.4::',
  ':1.2.3.4',
])('%s is not an address', (text) => expect(parseAddress(text)).toBeNull())

test('an IPv4-compatible address is not public', () => {
  expect(scopeOf(parseAddress('::8.8.8.8')!)).toBe('reserved')
})
