import type { JsonObject } from '../../base/lib/json-object.ts'
import type { Finding, PartReading } from './_audit-parts.ts'
import { when } from './_audit-parts.ts'
import { numberOf, rowsOf, textOf } from './_report-tools.ts'
import { dollars, wholeNumber } from './_fields.ts'

/** Findings from pools and exchanges about a token, such as too little trading. */

const LIQUIDITY_LOW = 100_000
const LIQUIDITY_LEAST = 10_000
const PAIRS_TOLD = 5

const usd = (value: number | null): string => (value === null ? 'not told' : dollars(value))

/** A price from a pool on the chain. */
export function priceOf(answer: JsonObject): PartReading {
  const [price] = rowsOf(answer, 'prices')
  const [missing] = rowsOf(answer, 'missing')
  if (!price)
    return {
      lines: [
        `Price: none that can be relied on, ${textOf(missing, 'reason') ?? 'no reason told'}`,
      ],
      findings: [thin(0)],
    }
  const liquidity = numberOf(price, 'liquidityUsd')
  const value = numberOf(price, 'priceUsd')
  return {
    lines: [
      `Price: ${value === null ? 'not told' : `$${value}`}, by ${textOf(price, 'method') ?? 'a method not told'}`,
      `Pool: ${textOf(price, 'pool') ?? 'none'}; liquidity: ${usd(liquidity)}`,
    ],
    findings: liquidity === null ? [] : when(liquidity < LIQUIDITY_LOW, thin(liquidity)),
  }
}

const thin = (liquidity: number): Finding => ({
  id: 'thin-liquidity',
  severity: liquidity < LIQUIDITY_LEAST ? 'high' : 'medium',
  text:
    liquidity === 0
      ? 'No pool was found that is deep enough for a price.'
      : `Its deepest pool holds ${dollars(liquidity)}: larger sales move the price.`,
  fix: null,
})

export function pairsOf(answer: JsonObject): PartReading {
  const pairs = rowsOf(answer, 'pairs')
  const total = numberOf(answer, 'totalLiquidityUsd')
  const isThin = total !== null && total < LIQUIDITY_LOW
  return {
    lines: [
      `Trading pairs: ${wholeNumber(pairs.length)}; liquidity in all: ${usd(total)}`,
      ...pairs.slice(0, PAIRS_TOLD).map((pair) => {
        const age = numberOf(pair, 'ageHours')
        return (
          `${textOf(pair, 'dex') ?? 'a market'}: liquidity ${usd(numberOf(pair, 'liquidityUsd'))}` +
          `, ${age === null ? 'age not told' : `${wholeNumber(age)} hours old`}`
        )
      }),
    ],
    findings: isThin ? [{ ...thin(total), id: 'thin-pairs' }] : [],
  }
}
