import { isoTime } from '../../../lib/iso-time.ts'
import type { TenderNotice } from '../../../upstreams/ted.ts'

/** Countries whose buyers publish in TED, as it writes them. */
export const TED_COUNTRIES: Readonly<Record<string, string>> = {
  AT: 'AUT',
  BE: 'BEL',
  BG: 'BGR',
  CH: 'CHE',
  CY: 'CYP',
  CZ: 'CZE',
  DE: 'DEU',
  DK: 'DNK',
  EE: 'EST',
  ES: 'ESP',
  FI: 'FIN',
  FR: 'FRA',
  GB: 'GBR',
  GR: 'GRC',
  HR: 'HRV',
  HU: 'HUN',
  IE: 'IRL',
  IS: 'ISL',
  IT: 'ITA',
  LI: 'LIE',
  LT: 'LTU',
  LU: 'LUX',
  LV: 'LVA',
  MK: 'MKD',
  MT: 'MLT',
  NL: 'NLD',
  NO: 'NOR',
  PL: 'POL',
  PT: 'PRT',
  RO: 'ROU',
  SE: 'SWE',
  SI: 'SVN',
  SK: 'SVK',
}

type Words = Readonly<Record<string, string | readonly string[]>> | null | undefined

/** In English where there is any, else in the first language; null for none. */
export function wordsOf(words: Words): { text: string | null; language: string | null } {
  const [language] = words?.['eng'] ? ['eng'] : Object.keys(words ?? {}).toSorted()
  const text = language === undefined ? undefined : [words?.[language] ?? []].flat()[0]
  return { text: text?.trim() || null, language: language ?? null }
}

/**
 * The first deadline of its lots: an instant where the hour is told, else the day. A day without an
 * hour is no instant.
 */
export function deadlineOf(notice: TenderNotice): string | null {
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

/** Its page, in English where there is one. */
export function pageOf(notice: TenderNotice): string {
  const pages = notice.links?.html ?? {}
  const number = encodeURIComponent(notice['publication-number'])
  return pages['ENG'] ?? `https://ted.europa.eu/en/notice/-/detail/${number}`
}

/** The code of two letters; what TED writes where there is none. */
export function countryOf(code: string | undefined): string | null {
  const [found] = Object.entries(TED_COUNTRIES).find(([, three]) => three === code) ?? []
  return found ?? code ?? null
}
