import { z } from 'zod'
import { notFound } from '../../base/core/fault.ts'
import { saysRemote, type Job } from './_job.ts'
import { orNull } from '../../base/core/failover.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { momentOf, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const text = z.string().nullish()

const Board = z.object({
  jobs: rowsOf(
    z.object({
      title: z.string(),
      department: text,
      team: text,
      location: text,
      isRemote: z.boolean().nullish(),
      workplaceType: text,
      isListed: z.boolean().nullish(),
      publishedAt: text,
      jobUrl: z.string(),
    }),
  ),
})

export const ashby = defineUpstream({
  name: 'ashby',
  title: 'Ashby',
  terms: 'https://developers.ashbyhq.com/docs/public-job-posting-api',
  texts: 'public',
  base: 'https://api.ashbyhq.com',
  limits: { timeoutMs: 12_000, bytesMax: 20_000_000, perSecond: 5 },
  cacheTtlMs: HOUR_MS,
  api: (http) => ({
    /** The open jobs of a board; null if there is no such board. */
    async jobs(board: string): Promise<readonly Job[] | null> {
      const refusals = { 404: () => notFound(`Ashby has no board ${board}.`) }
      const path = `/posting-api/job-board/${board}`
      const found = await orNull(http.json(path, Board, { refusals }))
      return found?.jobs.filter(({ isListed }) => isListed !== false).map(jobOf) ?? null
    },
  }),
})

/** Whether one works remotely, by the names of Ashby. */
const WORKPLACES: Readonly<Record<string, boolean>> = {
  Remote: true,
  OnSite: false,
  Hybrid: false,
}

const jobOf = (job: z.output<typeof Board>['jobs'][number]): Job => ({
  title: job.title,
  department: job.department ?? job.team ?? null,
  location: job.location ?? null,
  remote: job.isRemote ?? WORKPLACES[job.workplaceType ?? ''] ?? saysRemote(job.location),
  publishedIso: momentOf(job.publishedAt),
  updatedIso: null,
  url: job.jobUrl,
})
