import { decodeHTML } from 'entities'
import { z } from 'zod'
import { badInput, Fault } from '../../base/core/fault.ts'
import { rowsOf } from './_facts.ts'
import { keyRefused } from './_faults.ts'
import { defineUpstream } from './define.ts'
import { objectIn } from '../../base/lib/json-object.ts'

/** The end of the year 9999. */
const SECONDS_MAX = 253_402_300_799

const Question = z.object({
  title: z.string(),
  link: z.string(),
  score: z.int(),
  answer_count: z.int(),
  accepted_answer_id: z.int().nullish(),
  tags: z.array(z.string()),
  creation_date: z.int().min(0).max(SECONDS_MAX),
})

const Answer = z.object({ items: rowsOf(Question) })

/** Seconds in which the same method must not be called again; any answer may hold this. */
const Told = z.object({ backoff: z.number().min(0) })

const Refusal = z.object({ error_name: z.string(), error_message: z.string().max(300) })

export interface Question {
  readonly title: string
  readonly url: string
  readonly score: number
  readonly answers: number
  readonly accepted: boolean
  readonly tags: readonly string[]
  readonly createdIso: string
}

export interface QuestionQuery {
  readonly q: string
  readonly site: string
  readonly tags: readonly string[]
  readonly acceptedOnly: boolean
  readonly limit: number
}

const REST_MAX_SECONDS = 86_400

/** The same request must not be sent twice in a minute; answers are kept longer than that. */
const KEEP_MS = 5 * 60_000

const KEY = {
  name: 'STACK_EXCHANGE_KEY',
  description:
    'Key of an app registered with Stack Exchange: 10,000 requests a day instead of 300.',
} as const

export const stackExchange = defineUpstream({
  name: 'stack-exchange',
  title: 'Stack Exchange',
  terms: 'https://stackoverflow.com/legal/api-terms-of-use',
  texts: 'public',
  base: 'https://api.stackexchange.com',
  asks: '$0',
  settings: [KEY],
  limits: { timeoutMs: 10_000, bytesMax: 2_000_000, perSecond: 10, among: 'replicas' },
  cacheTtlMs: KEEP_MS,
  backoffMs: ({ bytes }) => secondsToRest(bytes.toString('utf8')) * 1_000,
  refusals: { 400: refusalOf },
  api: (http) => ({
    async search({ q, site, tags, acceptedOnly, limit }: QuestionQuery) {
      const query = {
        q,
        site,
        tagged: tags.length > 0 ? tags.join(';') : undefined,
        accepted: acceptedOnly ? true : undefined,
        pagesize: limit,
        order: 'desc',
        sort: 'relevance',
        key: http.setting(KEY.name),
      }
      const { items } = await http.json('/2.3/search/advanced', Answer, { query })
      return items.slice(0, limit).map(questionOf)
    },
  }),
})

function questionOf(question: z.output<typeof Question>): Question {
  return {
    title: decodeHTML(question.title),
    url: question.link,
    score: question.score,
    answers: question.answer_count,
    accepted: typeof question.accepted_answer_id === 'number',
    tags: question.tags,
    createdIso: new Date(question.creation_date * 1_000).toISOString(),
  }
}

/** A caller's mistake, a used-up quota and an unknown key have the same status. */
function refusalOf(body: string): Fault {
  const said = Refusal.safeParse(objectIn(body)).data
  if (/^`?key`? /.test(said?.error_message ?? '')) return keyRefused('Stack Exchange')
  if (said?.error_name !== 'throttle_violation')
    return badInput(
      `q, site, tags: Stack Exchange refuses them: ${said?.error_message ?? 'no reason given'}.`,
    )
  const retryAfterSeconds = secondsToRest(body)
  return new Fault('upstream_failed', 'Stack Exchange refuses more requests at the moment (400).', {
    ...(retryAfterSeconds > 0 && { retryAfterSeconds }),
  })
}

function secondsToRest(body: string): number {
  const value = objectIn(body)
  const told = Told.safeParse(value).data?.backoff
  const refusal = Refusal.safeParse(value).data
  const isThrottled = refusal?.error_name === 'throttle_violation'
  const said = isThrottled ? /(\d{1,6}) seconds/.exec(refusal.error_message)?.[1] : undefined
  return Math.min(told ?? Number(said ?? 0), REST_MAX_SECONDS)
}
