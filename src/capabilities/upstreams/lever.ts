import { z } from 'zod'
import { Fault, notFound } from '../../base/core/fault.ts'
import { isoTime } from '../../base/lib/iso-time.ts'
import { objectIn } from '../../base/lib/json-object.ts'
import { saysRemote, type Job } from './_job.ts'
import { orNull } from '../../base/core/failover.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const text = z.string().nullish()

const Postings = rowsOf(
  z.object({
    text: z.string(),
    categories: z.object({ department: text, team: text, location: text }).nullish(),
    workplaceType: text,
    createdAt: z.number().nullish(),
    hostedUrl: z.string(),
  }),
)

/** Customers in Europe have their boards at a host of its own. */
const HOSTS = ['https://api.lever.co', 'https://api.eu.lever.co'] as const

export const lever = defineUpstream({
  name: 'lever',
  title: 'Lever',
  terms: 'https://github.com/lever/postings-api',
  texts: 'public',
  base: HOSTS[0],
  limits: { timeoutMs: 12_000, bytesMax: 20_000_000, perSecond: 5 },
  cacheTtlMs: HOUR_MS,
  api: (http) => ({
    /** The open jobs of a board; null if there is no such board. */
    async jobs(board: string): Promise<readonly Job[] | null> {
      const refusals = { 404: (body: string) => unknown(body, board) }
      const ask = { query: { mode: 'json' }, refusals }
      for (const host of HOSTS) {
        const found = await orNull(http.json(`${host}/v0/postings/${board}`, Postings, ask))
        if (found) return found.map(jobOf)
      }
      return null
    },
  }),
})

const jobOf = ({ text: title, categories, ...job }: z.output<typeof Postings>[number]): Job => ({
  title,
  department: categories?.department ?? categories?.team ?? null,
  location: categories?.location ?? null,
  remote: remoteOf(job.workplaceType) ?? saysRemote(categories?.location),
  publishedIso: job.createdAt ? isoTime(job.createdAt) : null,
  updatedIso: null,
  url: job.hostedUrl,
})

const remoteOf = (type: string | null | undefined): boolean | null =>
  type === 'remote'
    ? true
    : type === 'on-site' || type === 'onsite' || type === 'hybrid'
      ? false
      : null

/** A board that it does not have; a page that says 404 tells nothing of boards. */
function unknown(body: string, board: string): Fault {
  return objectIn(body)
    ? notFound(`Lever has no board ${board}.`)
    : new Fault('upstream_failed', 'Lever answered in an unknown shape.')
}
