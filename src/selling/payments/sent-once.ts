import { badInput } from '../../base/core/fault.ts'

/** The values of a header. One that came several times is a list with commas. */
export const valuesIn = (header: string | undefined): readonly string[] =>
  (header ?? '').split(',').map((value) => value.trim())

/**
 * The one credential among those that a request brings; the same one twice counts once. Two would
 * leave open which of them pays.
 */
export function onlyOne(where: string, sent: readonly string[]): string | undefined {
  const [only, ...others] = new Set(sent)
  if (others.length === 0) return only
  throw badInput(`${where}: one call takes one payment, but ${others.length + 1} were sent.`)
}
