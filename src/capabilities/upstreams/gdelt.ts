import { z } from 'zod'
import { badInput, Fault } from '../../base/core/fault.ts'
import { rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

/** The answer is an empty object if nothing was found. */
const Nothing = z.strictObject({})

const Timeline = z.object({
  timeline: z.array(
    z.object({
      series: z.string(),
      data: z.array(z.object({ date: z.string(), value: z.number() })),
    }),
  ),
})

const Articles = z.object({
  articles: rowsOf(
    z.object({
      url: z.string(),
      title: z.string(),
      seendate: z.string(),
      domain: z.string(),
      language: z.string().nullish(),
      sourcecountry: z.string().nullish(),
    }),
  ),
})

export interface DayValue {
  readonly date: string
  readonly value: number
}

const QUARTER_HOUR_MS = 900_000

/** One request in five seconds. */
const PER_SECOND = 0.2

export const gdelt = defineUpstream({
  name: 'gdelt',
  title: 'GDELT',
  attribution: 'GDELT Project (https://www.gdeltproject.org/)',
  terms: 'https://www.gdeltproject.org/about.html#termsofuse',
  texts: 'public',
  base: 'https://api.gdeltproject.org',
  limits: { timeoutMs: 15_000, bytesMax: 3_000_000, perSecond: PER_SECOND, among: 'replicas' },
  cacheTtlMs: QUARTER_HOUR_MS,
  api: (http) => {
    async function ask<S extends z.ZodType>(
      answer: S,
      query: Readonly<Record<string, string | number>>,
    ): Promise<z.output<S> | null> {
      const text = await http.text('/api/v2/doc/doc', { query: { ...query, format: 'json' } })
      return read(text, answer)
    }

    return {
      /** How many articles of the last days match, of those that GDELT has read. */
      async count(q: string, days: number): Promise<readonly DayValue[]> {
        const query = { query: q, mode: 'timelinevolraw', timespan: `${days}d` }
        const found = await ask(Timeline, query)
        return byDay(found?.timeline[0]?.data ?? [], sumOf)
      },

      /** The mean of each day in UTC, of the percentage of all coverage or of the tone. */
      async daily(q: string, days: number, what: 'volume' | 'tone'): Promise<readonly DayValue[]> {
        const mode = what === 'volume' ? 'timelinevol' : 'timelinetone'
        const found = await ask(Timeline, { query: q, mode, timespan: `${days}d` })
        return byDay(found?.timeline[0]?.data ?? [], meanOf)
      },

      /** The articles that match best. */
      async articles(q: string, days: number, limit: number) {
        const query = { query: q, mode: 'artlist', timespan: `${days}d`, maxrecords: limit }
        const found = await ask(Articles, { ...query, sort: 'hybridrel' })
        return (found?.articles ?? []).slice(0, limit).map(({ url, title, domain, seendate }) => ({
          title,
          url,
          domain,
          seenIso: isoOf(seendate),
        }))
      },
    }
  },
})

const ABOUT_QUERY =
  /\b(keyword|phrase|quer(y|ies)|search|term|countr(y|ies)|language|parenthes[ie]s|boolean)/i
/** Its refusal of more requests offers `larger queries`. */
const LIMITED = /\blimit requests\b/i

/** An error in a query comes as a sentence, with status 200; too many requests sometimes do. */
function read<S extends z.ZodType>(text: string, answer: S): z.output<S> | null {
  const sentence = text.trim()
  if (!sentence.startsWith('{') && !sentence.startsWith('<')) {
    if (LIMITED.test(sentence))
      throw new Fault('upstream_failed', 'GDELT refuses more requests at the moment.', {
        retryAfterSeconds: 1 / PER_SECOND,
      })
    if (ABOUT_QUERY.test(sentence)) throw badInput(`q: GDELT answered: ${sentence.slice(0, 200)}`)
  }
  const value = valueOf(sentence)
  if (Nothing.safeParse(value).success) return null
  const result = answer.safeParse(value)
  if (result.success) return result.data
  throw new Fault('upstream_failed', 'GDELT answered in an unknown shape.', {
    cause: result.error,
  })
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    try {
      return JSON.parse(repaired(text))
    } catch (cause) {
      throw new Fault('upstream_failed', 'GDELT did not answer with JSON.', { cause })
    }
  }
}

/** A quote that ends its text although a backslash stands before it: the next member follows. */
const ENDING_QUOTE = /^"\s*,\s*"\w{1,40}"\s*:/

/** GDELT copies titles as they are, with signs that the text of a JSON may not have. */
const repaired = (text: string): string =>
  text
    .replace(/(?!\0)\p{Cc}/gu, ' ')
    .replace(/\\(["\\/bfnrt]|u[\da-f]{4})?/gi, (found, kind: string | undefined, at: number) => {
      const isEnd = kind === '"' && ENDING_QUOTE.test(text.slice(at + 1, at + 60))
      return isEnd ? '\\\\"' : kind === undefined ? '\\\\' : found
    })

/** `20251230T120000Z` */
const isoOf = (stamp: string): string | null => {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/.exec(stamp) ?? []
  return year === undefined ? null : `${year}-${month}-${day}T${hour}:${minute}:00.000Z`
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

const meanOf = (values: readonly number[]): number => sumOf(values) / values.length

/** Short spans are answered by the hour or the quarter of an hour. */
function byDay(
  data: readonly DayValue[],
  asOne: (values: readonly number[]) => number,
): readonly DayValue[] {
  const days = new Map<string, number[]>()
  for (const { date, value } of data) {
    const day = isoOf(date)?.slice(0, 10)
    if (day === undefined) throw new Fault('upstream_failed', 'GDELT answered with no date.')
    const values = days.get(day) ?? []
    values.push(value)
    days.set(day, values)
  }
  return [...days].map(([date, values]) => ({ date, value: asOne(values) }))
}
