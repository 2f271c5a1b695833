import type { Listed } from '../../../upstreams/edgar.ts'

/** Forms of a name that mean the same company. */
const LEGAL_FORMS =
  /\b(incorporated|inc|corporation|corp|company|co|limited|ltd|plc|llc|lp|sa|ag|nv|se|holdings?|group|the)\b/g

const bare = (name: string): string =>
  spaced(spaced(name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')).replaceAll(LEGAL_FORMS, ''))

const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

export const byTicker = (all: readonly Listed[], ticker: string): Listed | undefined =>
  all.find((one) => tickerOf(one.ticker) === tickerOf(ticker))

/** Classes of shares are written with a dot, a dash or a slash. */
const tickerOf = (ticker: string): string => ticker.toUpperCase().replaceAll(/[./ ]/g, '-')

/** The same name first, then one that begins so, then one that holds all of its words. */
export function byName(all: readonly Listed[], name: string): Listed | undefined {
  const wanted = bare(name) || spaced(name.toLowerCase())
  const words = wanted.split(' ')
  const named = all.map((one) => ({ one, name: bare(one.title) }))
  const found =
    named.find((candidate) => candidate.name === wanted) ??
    named.find((candidate) => `${candidate.name} `.startsWith(`${wanted} `)) ??
    named.find((candidate) => words.every((word) => candidate.name.split(' ').includes(word)))
  return found?.one
}
