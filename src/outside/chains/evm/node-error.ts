/** True for an error that the node itself answered. */
export const isAnswer = (thrown: unknown): boolean => codesOf(thrown).length > 0

/** Error codes of rate limits. A repeat would not help. */
const LIMITS: ReadonlySet<number> = new Set([429, -32_005, -32_007, -32_016])

export const isLimit = (thrown: unknown): boolean =>
  codesOf(thrown).some((code) => LIMITS.has(code))

/** The codes of an error and of what caused it. */
function codesOf(thrown: unknown): readonly number[] {
  const codes: number[] = []
  for (let cause = thrown; isRecord(cause); cause = cause['cause']) {
    if (typeof cause['code'] === 'number') codes.push(cause['code'])
  }
  return codes
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
