import { z } from 'zod'
import { badInput, Fault } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { day, listOf, membersOf, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const inLanguages = membersOf(z.union([z.string(), z.array(z.string())])).nullish()

const Notice = z.object({
  'publication-number': z.string(),
  'notice-title': inLanguages,
  'buyer-name': inLanguages,
  'buyer-country': listOf(z.string()),
  'publication-date': day,
  'deadline-receipt-tender-date-lot': listOf(z.string()),
  'deadline-receipt-tender-time-lot': listOf(z.string()),
  links: z.object({ html: membersOf(z.string()).nullish() }).nullish(),
})

export type TenderNotice = z.output<typeof Notice>

const Found = z.object({
  notices: rowsOf(Notice),
  totalNoticeCount: z.int(),
  timedOut: z.boolean().nullish(),
})

/** Countries whose buyers publish in TED: alpha-2, then alpha-3, which it uses. */
const COUNTRIES = [
  'ATAUT BEBEL BGBGR CHCHE CYCYP CZCZE DEDEU DKDNK EEEST ESESP FIFIN FRFRA GBGBR GRGRC',
  'HRHRV HUHUN IEIRL ISISL ITITA LILIE LTLTU LULUX LVLVA MKMKD MTMLT NLNLD NONOR PLPOL',
  'PTPRT ROROU SESWE SISVN SKSVK',
].join(' ')

const ALPHA_3: Readonly<Record<string, string>> = Object.fromEntries(
  COUNTRIES.split(' ').map((pair) => [pair.slice(0, 2), pair.slice(2)]),
)

const FIELDS = Object.keys(Notice.shape)

export const ted = defineUpstream({
  name: 'ted',
  title: 'TED (Tenders Electronic Daily), European Union',
  terms: 'https://ted.europa.eu/en/simap/developers-corner-for-reusers',
  texts: 'own',
  base: 'https://api.ted.europa.eu',
  limits: { timeoutMs: 25_000, bytesMax: 8_000_000, perSecond: 3, among: 'replicas' },
  refusals: { 400: () => badInput('q: TED refuses these words.') },
  api: (http) => ({
    /** Newest first; `since` as YYYY-MM-DD, `countryCode` of the buyer as ISO 3166-1 alpha-2. */
    async search(
      words: string,
      since: string | undefined,
      countryCode: string | undefined,
      n: number,
    ) {
      const country = countryCode === undefined ? null : alpha3Of(countryCode)
      const conditions = [
        // Text between quotes is not part of its query language, except these two characters.
        `FT ~ "${words.replaceAll(/["\\]/g, ' ')}"`,
        ...(since ? [`publication-date >= ${since.replaceAll('-', '')}`] : []),
        ...(country ? [`buyer-country IN (${country})`] : []),
      ]
      const query = `${conditions.join(' AND ')} SORT BY publication-date DESC`
      const json = { query, fields: FIELDS, limit: n, page: 1, scope: 'ALL' }
      const found = await http.json('/v3/notices/search', Found, { json, cacheTtlMs: HOUR_MS })
      if (found.timedOut) throw new Fault('upstream_failed', 'TED stopped this search.')
      const notices = found.notices.map((notice) => ({
        ...notice,
        countryCode: alpha2Of(notice['buyer-country'][0]),
      }))
      return { notices, total: found.totalNoticeCount }
    },
  }),
})

function alpha3Of(countryCode: string): string {
  const found = ALPHA_3[countryCode.toUpperCase()]
  if (found) return found
  const allowed = Object.keys(ALPHA_3).join(', ')
  throw badInput(`countryCode: must be one of ${allowed}, whose buyers publish in TED.`)
}

/** The alpha-2 code; for an unknown code, the code itself. */
function alpha2Of(code: string | undefined): string | null {
  const [found] = Object.entries(ALPHA_3).find(([, three]) => three === code) ?? []
  return found ?? code ?? null
}
