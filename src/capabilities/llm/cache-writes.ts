import { isObject } from '../../base/lib/json-object.ts'

/** What Anthropic asks for input that it keeps for five minutes or an hour, as a multiple. */
const FACTORS = { minutes: 1.25, hour: 2 }
const MARK = 'cache_control'

/** What the input of a request may cost at most: by its longest wish to have something kept. */
export function writeFactorOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  let factor = 1
  const mark = isObject(value) ? value[MARK] : undefined
  if (isObject(mark)) factor = mark['ttl'] === '1h' ? FACTORS.hour : FACTORS.minutes
  for (const member of Object.values(value)) {
    if (factor === FACTORS.hour) return factor
    factor = Math.max(factor, writeFactorOf(member))
  }
  return factor
}

/** What tokens that were written cost beyond those that were read, as tokens of input. */
export const writingOf = (tokens: { readonly written: number; readonly forAnHour: number }) => {
  const forAnHour = Math.min(tokens.forAnHour, tokens.written)
  return (
    Math.ceil((tokens.written - forAnHour) * (FACTORS.minutes - 1)) +
    Math.ceil(forAnHour * (FACTORS.hour - 1))
  )
}
