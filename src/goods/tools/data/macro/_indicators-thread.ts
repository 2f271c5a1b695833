import { rankedBy } from '../../../../engines/numbers/ranking.ts'

export interface IndicatorRequest {
  readonly q: string
  readonly documents: readonly string[]
  readonly most: number
}

/** Positions of the documents that match, best first. */
export async function work({ q, documents, most }: IndicatorRequest) {
  const ranked = await rankedBy(q, documents, 0.1)
  return ranked.slice(0, most).map(({ index }) => index)
}
