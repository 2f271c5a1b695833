import { z } from 'zod'
import { Fault, notFound } from '../../base/core/fault.ts'
import { isoTime } from '../../base/lib/iso-time.ts'
import { defineUpstream } from './define.ts'

/** Numbers are text, and the answer is an empty object if nothing was found. */
const Availability = z.object({
  archived_snapshots: z.object({
    closest: z
      .object({
        available: z.boolean(),
        url: z.string(),
        timestamp: z.string().regex(/^\d{14}$/),
        status: z.string().nullish(),
      })
      .nullish(),
  }),
})

/** The first row names the columns; without any capture there is no row at all. */
const Rows = z.array(z.array(z.string()).length(5))

export interface Snapshot {
  readonly url: string
  readonly atIso: string
  readonly status: number | null
}

export interface Capture {
  readonly timeIso: string
  readonly status: number | null
  readonly mimeType: string | null
  readonly digest: string
  readonly snapshotUrl: string
}

export interface CaptureQuery {
  readonly url: string
  /** `2020-01-31`, both ends included. */
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly limit: number
}

const COLUMNS = ['timestamp', 'original', 'mimetype', 'statuscode', 'digest']
const KEEP_MS = 10 * 60_000

export const wayback = defineUpstream({
  name: 'wayback',
  title: 'Internet Archive Wayback Machine',
  terms: 'https://archive.org/about/terms',
  texts: 'own',
  base: 'https://web.archive.org',
  // The index blocks clients that send more than about sixty requests a minute.
  limits: { timeoutMs: 25_000, bytesMax: 2_000_000, perSecond: 0.8, among: 'replicas' },
  cacheTtlMs: KEEP_MS,
  refusals: { 403: withheld },
  api: (http) => ({
    /** The capture closest to a day; null if there is none. */
    async closest(url: string, date: string): Promise<Snapshot | null> {
      const query = { url, timestamp: digits(date) }
      const path = 'https://archive.org/wayback/available'
      const { archived_snapshots: found } = await http.json(path, Availability, { query })
      const { closest } = found
      if (!closest?.available) return null
      const atIso = momentOf(closest.timestamp)
      if (!atIso) return null
      return {
        url: closest.url.replace(/^http:/, 'https:'),
        atIso,
        status: statusOf(closest.status),
      }
    },

    /** One capture per version that differs from the previous one, oldest first. */
    async captures({ url, startDate, endDate, limit }: CaptureQuery): Promise<readonly Capture[]> {
      const query = {
        url,
        matchType: 'exact',
        output: 'json',
        fl: COLUMNS.join(','),
        from: startDate && digits(startDate),
        to: endDate && digits(endDate),
        collapse: 'digest',
        limit,
      }
      const [head, ...rows] = await http.json('/cdx/search/cdx', Rows, { query })
      if (head && String(head) !== String(COLUMNS))
        throw new Fault(
          'upstream_failed',
          'Internet Archive Wayback Machine answered in unknown columns.',
        )
      return rows.slice(0, limit).flatMap((row) => captureOf(row as unknown as Row))
    },
  }),
})

type Row = readonly [time: string, original: string, type: string, status: string, digest: string]

function captureOf([time, original, type, status, digest]: Row): Capture[] {
  const timeIso = momentOf(time)
  if (!timeIso) return []
  return [
    {
      timeIso,
      status: statusOf(status),
      mimeType: type.includes('/') && !type.startsWith('warc/') ? type : null,
      digest,
      snapshotUrl: `https://web.archive.org/web/${time}/${original}`,
    },
  ]
}

const digits = (date: string): string => date.replaceAll('-', '')

function momentOf(time: string): string | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(time)
  if (!parts) return null
  const [, year, month, day, hour, minute, second] = parts
  return isoTime(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`))
}

/** A dash means that the capture is unchanged since the previous one. */
const statusOf = (status: string | null | undefined): number | null =>
  /^[1-5]\d\d$/.test(status ?? '') ? Number(status) : null

/** Some sites are archived but not shown, because their owners want that. */
function withheld(body: string): Fault {
  return /AccessControl|Blocked Site/i.test(body)
    ? notFound('The Wayback Machine does not show captures of this site.')
    : new Fault('upstream_failed', 'The Wayback Machine refuses this instance (403).')
}
