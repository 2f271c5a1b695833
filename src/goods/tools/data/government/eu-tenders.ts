import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText, nullableText } from '../../../../base/lib/fields.ts'
import { isoTime } from '../../../../base/lib/iso-time.ts'
import { ted, type TenderNotice } from '../../../../capabilities/upstreams/ted.ts'
import { date, since } from './_fields.ts'

export default defineTool({
  route: 'GET /api/eu-tenders',
  name: 'European tenders',
  description: 'European public procurement notices (TED) that match words, newest first.',
  asks: [
    'European procurement notices for cloud hosting',
    'TED tenders of buyers in Germany with their deadlines',
    'public contracts in Europe to bid for',
    'government orders for IT',
  ],
  price: '$0.003',
  uses: { ted },
  input: z.object({
    q: searchText(200).describe('Adjacent words of the notice, in any language.'),
    since: since('notices published'),
    countryCode: z
      .string()
      .regex(/^[A-Za-z]{2}$/, { error: 'must be a two-letter country code such as DE' })
      .optional()
      .describe('Country of the buyer, such as DE.'),
    limit: z.int().min(1).max(50).default(10).describe('Most notices, 1 to 50.'),
  }),
  output: z.object({
    notices: z
      .array(
        z.object({
          publicationNumber: z.string(),
          title: nullableText().describe('Title, in English if the notice has it.'),
          language: nullableText().describe('Language of the title, ISO 639-2.'),
          buyer: nullableText(),
          publishedDate: date(),
          deadlineIso: nullableText().describe(
            'First deadline of its lots: an instant, or a day if no hour is given.',
          ),
          countryCode: nullableText().describe('Country of the buyer.'),
          url: z.string(),
        }),
      )
      .describe('Newest first.'),
    total: z.int().describe('Number of all matches.'),
  }),
  examples: [{ input: { q: 'cloud hosting', since: '2026-01-01' } }],

  async run({ q, since, countryCode, limit }, { ted }) {
    const found = await ted.search(q, since, countryCode, limit)
    const notices = found.notices.slice(0, limit).map((notice) => {
      const { text, language } = wordsOf(notice['notice-title'])
      return {
        publicationNumber: notice['publication-number'],
        title: text,
        language,
        buyer: wordsOf(notice['buyer-name']).text,
        publishedDate: notice['publication-date'],
        deadlineIso: deadlineOf(notice),
        countryCode: notice.countryCode,
        url: pageOf(notice),
      }
    })
    return { notices, total: found.total }
  },
})

type Words = Readonly<Record<string, string | readonly string[]>> | null | undefined

/** In English if possible, else in the first language; null if there is none. */
function wordsOf(words: Words): { text: string | null; language: string | null } {
  const [language] = words?.['eng'] ? ['eng'] : Object.keys(words ?? {}).toSorted()
  const text = language === undefined ? undefined : [words?.[language] ?? []].flat()[0]
  return { text: text?.trim() || null, language: language ?? null }
}

/**
 * The first deadline of its lots: an instant if the hour is given, else the day. A day without an
 * hour is not an instant.
 */
function deadlineOf(notice: TenderNotice): string | null {
  const times = notice['deadline-receipt-tender-time-lot']
  const deadlines = notice['deadline-receipt-tender-date-lot'].flatMap((date, at) => {
    const [, day, dayOffset = ''] = /^(\d{4}-\d\d-\d\d)(Z|[+-]\d\d:\d\d)?$/.exec(date) ?? []
    if (!day) return []
    const [, clock, offset = dayOffset] =
      /^(\d\d:\d\d(?::\d\d)?)(Z|[+-]\d\d:\d\d)?$/.exec(times[at] ?? '') ?? []
    if (!clock || !offset) return [day]
    return isoTime(Date.parse(`${day}T${clock}${offset}`)) ?? [day]
  })
  return deadlines.toSorted()[0] ?? null
}

/** Page of the notice, in English if there is one. */
function pageOf(notice: TenderNotice): string {
  const pages = notice.links?.html ?? {}
  const number = encodeURIComponent(notice['publication-number'])
  return pages['ENG'] ?? `https://ted.europa.eu/en/notice/-/detail/${number}`
}
