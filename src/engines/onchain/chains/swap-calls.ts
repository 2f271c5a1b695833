import { addressWord, numberWord } from '../abi-words.ts'
import type { SimulatedCall } from './simulate.ts'

/** Calls that buy and sell in pools of Uniswap, for simulations. */

/** Accounts that nobody uses. The second one gets code during the simulation. */
export const BUYER = '0x7d0e6c1b5f0a49f1b0c4d2c3a6f58e9b71c2d304'
export const ROUTER = '0x1f3a5c7e9b2d4f60718293a4b5c6d7e8f9a0b1c2'
/**
 * Pays a pool of Uniswap v3 that calls back, from the payer and in the token that its data names:
 * `transferFrom(payer, caller, the amount above 0)`.
 */
export const PAYS_BACK =
  '0x6323b872dd60e01b60005260a4356004523360245260043580600012602357506024355b' +
  '604452602060006064600060006084355af16043573d600060003e3d6000fd5b00'
const LEAST_PRICE = 4_295_128_740n
const MOST_PRICE = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_341n
const MAX = 2n ** 256n - 1n

export const wordAt = (data: string, place: number): bigint =>
  BigInt(`0x${data.slice(2 + place * 64, 66 + place * 64) || '0'}`)

const by = (from: string, to: string, data: string): SimulatedCall => ({ from, to, data })
export const balanceOf = (token: string, who: string) =>
  by(BUYER, token, `0x70a08231${addressWord(who)}`)
export const approves = (token: string) =>
  by(BUYER, token, `0x095ea7b3${addressWord(ROUTER)}${numberWord(MAX)}`)
export const pays = (token: string, to: string, amount: bigint) =>
  by(ROUTER, token, `0x23b872dd${addressWord(BUYER)}${addressWord(to)}${numberWord(amount)}`)
export const reserves = (pool: string) => by(BUYER, pool, '0x0902f1ac')

export const isBelow = (a: string, b: string): boolean => BigInt(a) < BigInt(b)

/** Of a pair of Uniswap v2, of which the first token is the one with the lower address. */
export function takes(pool: string, wanted: string, other: string, amount: bigint): SimulatedCall {
  const [first, second] = isBelow(wanted, other) ? [amount, 0n] : [0n, amount]
  const given = `${numberWord(first)}${numberWord(second)}${addressWord(BUYER)}`
  return by(ROUTER, pool, `0x022c0d9f${given}${numberWord(128n)}${numberWord(0n)}`)
}

/** Of a pool of Uniswap v3. */
export function swaps(pool: string, paid: string, wanted: string, amount: bigint): SimulatedCall {
  const isFirst = isBelow(paid, wanted)
  const limit = isFirst ? LEAST_PRICE : MOST_PRICE
  const numbers = [isFirst ? 1n : 0n, amount, limit, 160n, 64n].map(numberWord).join('')
  const data = `0x128acb08${addressWord(BUYER)}${numbers}${addressWord(paid)}${addressWord(BUYER)}`
  return by(ROUTER, pool, data)
}

/** What a pair of Uniswap v2 gives for what it gets, after its fee. */
export const outOf = (amount: bigint, paid: bigint, wanted: bigint): bigint =>
  amount <= 0n ? 0n : (amount * 997n * wanted) / (paid * 1_000n + amount * 997n)
