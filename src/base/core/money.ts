/** Money is an integer count of millionths of a dollar. It is never a float. */
export type Usd = number & { readonly unit: 'usd-micros' }

/** A price as tools write it: `$0.010`. */
export type Dollars = `$${number}`

const PRICE = /^\$(\d{1,9})(?:\.(\d{1,6}))?$/

/** Reads a written price digit by digit, so that no fraction is ever rounded. */
export function usd(text: Dollars): Usd {
  const match = PRICE.exec(text)
  if (!match) throw new Error(`not a price: ${text}`)
  return (Number(match[1]) * 1_000_000 + Number((match[2] ?? '').padEnd(6, '0'))) as Usd
}

export const usdOf = (micros: number): Usd => {
  if (!Number.isSafeInteger(micros)) throw new Error(`not an amount of micro-dollars: ${micros}`)
  return micros as Usd
}

/** `$0.010`: at least three decimals, more where the amount has them. */
export function formatUsd(amount: Usd): string {
  const sign = amount < 0 ? '-' : ''
  const digits = String(Math.abs(amount)).padStart(7, '0')
  const decimals = digits.slice(-6).replace(/0{1,3}$/, '')
  return `${sign}$${digits.slice(0, -6)}.${decimals}`
}

/** `$0.98`: an amount in whole cents, for card payments. */
export const formatCents = (amount: Usd): string => formatUsd(amount).replace(/0$/, '')

/** Dollars as a JSON number, for fields such as `priceUsd`. Never computed with. */
export const dollarsOf = (amount: Usd): number => amount / 1_000_000

/**
 * Base units of a token with that many decimals; refuses an amount that the token cannot express.
 */
export function baseUnits(amount: Usd, decimals: number): bigint {
  if (decimals >= 6) return BigInt(amount) * 10n ** BigInt(decimals - 6)
  const divisor = 10n ** BigInt(6 - decimals)
  if (BigInt(amount) % divisor !== 0n)
    throw new Error(`${formatUsd(amount)} needs more than ${decimals} decimals`)
  return BigInt(amount) / divisor
}
