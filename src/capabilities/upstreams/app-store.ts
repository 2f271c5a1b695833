import { z } from 'zod'
import { Fault } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { numeric, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const text = z.string().nullish()
const number = z.number().nullish()

const Found = z.object({
  resultCount: z.int(),
  results: rowsOf(
    z.object({
      wrapperType: text,
      trackId: z.int().nullish(),
      trackName: text,
      sellerName: text,
      artistName: text,
      price: number,
      currency: text,
      averageUserRating: number,
      userRatingCount: number,
      primaryGenreName: text,
      version: text,
      currentVersionReleaseDate: text,
      fileSizeBytes: numeric.nullish(),
      trackViewUrl: text,
      description: text,
    }),
  ),
})

const WAIT_SECONDS = 60

/** 20 requests a minute. */
const PER_SECOND = 1 / 3

export const appStore = defineUpstream({
  name: 'app-store',
  title: 'Apple App Store',
  terms:
    'https://developer.apple.com/library/archive/documentation/AudioVideo/Conceptual/iTuneSearchAPI/',
  texts: 'public',
  base: 'https://itunes.apple.com',
  limits: { timeoutMs: 10_000, bytesMax: 3_000_000, perSecond: PER_SECOND, among: 'replicas' },
  cacheTtlMs: HOUR_MS,
  refusals: { 403: limited },
  api: (http) => {
    async function apps(path: string, query: Readonly<Record<string, string | number>>) {
      const { results } = await http.json(path, Found, { query })
      // A lookup by number also answers songs and films.
      return results.filter(({ wrapperType }) => wrapperType === 'software')
    }
    return {
      search: async (term: string, country: string, limit: number) =>
        apps('/search', { term, country, entity: 'software', media: 'software', limit }),

      /** By the number in its address, or by its bundle name. */
      byId: async (id: string, country: string) =>
        apps('/lookup', { [/^\d+$/.test(id) ? 'id' : 'bundleId']: id, country }),
    }
  },
})

/** It answers 403 where others answer 429. */
function limited(): Fault {
  const retryAfterSeconds = WAIT_SECONDS
  return new Fault('upstream_failed', 'Apple App Store refuses more requests at the moment.', {
    retryAfterSeconds,
  })
}
