/** Converts meteorological units to those of the catalog. */

/** A kilometre an hour is 3.6 metres a second. */
export const kmhOf = (metresPerSecond: number): number => tenth(metresPerSecond * 3.6)

export const tenth = (value: number): number => Math.round(value * 10) / 10

/** Converts a known value; null stays null. */
export const known = <T, R>(value: T | null | undefined, convert: (value: T) => R): R | null =>
  value === null || value === undefined ? null : convert(value)

interface Air {
  readonly tempC: number
  readonly humidityPct: number
  readonly windMetresPerSecond: number
}

/** Apparent temperature in the shade (Steadman 1994), as the Australian weather service has it. */
export function apparentTempC({ tempC, humidityPct, windMetresPerSecond }: Air): number {
  const vapourHpa = (humidityPct / 100) * 6.105 * Math.exp((17.27 * tempC) / (237.7 + tempC))
  return tenth(tempC + 0.33 * vapourHpa - 0.7 * windMetresPerSecond - 4)
}
