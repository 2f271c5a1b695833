import { describe, expect, test } from 'vitest'
import {
  algorandAddressProblem,
  evmAddressProblem,
  solanaAddressProblem,
  stellarAddressProblem,
} from './account-address.ts'

describe('an EVM address', () => {
  /** From EIP-55. */
  test.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
  ])('%s is accepted', (address) => expect(evmAddressProblem(address)).toBeNull())
  test.each([
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'checksum'],
    ['0x0000000000000000000000000000000000000000', 'zero address'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeA', '40 hex digits'],
  ])('%s is refused: %s', (address, why) => expect(evmAddressProblem(address)).toContain(why))
})

test.each([
  ['solana', solanaAddressProblem, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  [
    'algorand',
    algorandAddressProblem,
    'GD64YIY3TWGDMCNPP553DZPPR6LDUSFQOIJVFDPPXWEG3FVOJCCDBBHU5A',
  ],
  ['stellar', stellarAddressProblem, 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'],
] as const)(
  'a %s address is accepted, and refused with one character changed',
  (_chain, problem, address) => {
    expect(problem(address)).toBeNull()
    const at = 20
    const other = address[at] === 'A' ? 'B' : 'A'
    const changed = address.slice(0, at) + other + address.slice(at + 1)
    if (_chain !== 'solana') expect(problem(changed)).toContain('checksum')
    expect(problem(address.slice(4))).toContain('must be')
  },
)
