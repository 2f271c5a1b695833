import { INTENT } from './challenge.ts'

/** One range of an `Accept-Payment` header. */
interface Range {
  readonly method: string
  readonly weight: number
  /** Exact names come before wildcards. */
  readonly exactness: number
}

const RANGE = /^([a-z0-9-]+|\*)\/([a-z0-9-]+|\*)(?:\s*;\s*q=(0(?:\.\d{1,3})?|1(?:\.0{1,3})?))?$/
const HEADER_LENGTH_MAX = 1024

/**
 * The offers in the order of an `Accept-Payment` header. A header that is malformed, or names no
 * offer, is ignored.
 */
export function preferred<Offered extends { readonly method: string }>(
  offers: readonly Offered[],
  header: string | undefined,
): readonly Offered[] {
  const ranges = header === undefined ? null : rangesOf(header)
  if (!ranges) return offers
  const weighed = offers.map((offer) => ({ offer, weight: weightOf(offer.method, ranges) }))
  const wanted = weighed.filter(({ weight }) => weight > 0)
  if (wanted.length === 0) return offers
  return wanted.toSorted((a, b) => b.weight - a.weight).map(({ offer }) => offer)
}

function rangesOf(header: string): readonly Range[] | null {
  if (header.length > HEADER_LENGTH_MAX) return null
  const ranges: Range[] = []
  for (const part of header.split(',')) {
    const [, method, intent, weight = '1'] = RANGE.exec(part.trim()) ?? []
    if (!method || !intent) return null
    const exactness = Number(method !== '*') + Number(intent !== '*')
    if (intent === '*' || intent === INTENT) {
      ranges.push({ method, weight: Number(weight), exactness })
    }
  }
  return ranges
}

function weightOf(method: string, ranges: readonly Range[]): number {
  const fitting = ranges.filter((range) => range.method === '*' || range.method === method)
  const [best] = fitting.toSorted((a, b) => b.exactness - a.exactness || b.weight - a.weight)
  return best?.weight ?? 0
}
