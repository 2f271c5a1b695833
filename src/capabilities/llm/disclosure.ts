import { paysUsed } from './bill.ts'
import type { Candidate, Chosen } from './candidates.ts'
import type { Question } from './question.ts'

type Headers = readonly (readonly [name: string, value: string])[]

/** Metadata of an answer, in addition to the wire. */
export interface Disclosed {
  readonly dropped: readonly string[]
  readonly model: string
  /** The output limit, if it differs from the caller's. */
  readonly maxTokens?: number | undefined
  /** The text was too long to be counted: what followed from its tokens followed from samples. */
  readonly isEstimated?: boolean
}

/** The model that answers: a candidate, or the echo. */
interface Answering {
  readonly provider: Pick<Candidate['provider'], 'name'>
}

export function routerHeaders(
  { category }: Chosen,
  { provider }: Answering,
  { dropped, model, maxTokens, isEstimated }: Disclosed,
): Headers {
  return [
    ['x-router-model', ascii(model)],
    ['x-router-provider', provider.name],
    ...(category ? [['x-router-category', category] as const] : []),
    ...(dropped.length > 0 ? [['x-dropped-fields', ascii(dropped.join(', '))] as const] : []),
    ...(maxTokens === undefined ? [] : [['x-router-max-tokens', String(maxTokens)] as const]),
    ...(isEstimated ? [['x-router-input', 'estimated'] as const] : []),
  ]
}

/**
 * A stream has no usage before its end, and some callers ask for none: what a metered one costs is
 * said beforehand.
 */
export const chargeHeader = (question: Question): Headers =>
  question.terms.isMetered
    ? [['x-router-charge', paysUsed(question) ? 'used tokens' : 'quote']]
    : []

const ascii = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 500)

export const routerField = (
  { category }: Chosen,
  { provider }: Answering,
  { dropped, maxTokens, isEstimated }: Disclosed,
): Record<string, unknown> => ({
  provider: provider.name,
  ...(category && { category }),
  ...(dropped.length > 0 && { dropped }),
  ...(maxTokens !== undefined && { maxTokens }),
  ...(isEstimated && { inputEstimated: true }),
})
