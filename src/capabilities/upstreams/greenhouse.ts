import { z } from 'zod'
import { notFound } from '../../base/core/fault.ts'
import { saysRemote, type Job } from './_job.ts'
import { orNull } from '../../base/core/failover.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { momentOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Departments = z.object({
  departments: z.array(
    z.object({
      name: z.string(),
      jobs: z.array(
        z.object({
          id: z.int(),
          title: z.string(),
          location: z.object({ name: z.string().nullish() }).nullish(),
          updated_at: z.string().nullish(),
          first_published: z.string().nullish(),
          absolute_url: z.string(),
        }),
      ),
    }),
  ),
})

export const greenhouse = defineUpstream({
  name: 'greenhouse',
  title: 'Greenhouse',
  terms: 'https://developers.greenhouse.io/job-board.html',
  texts: 'public',
  base: 'https://boards-api.greenhouse.io',
  limits: { timeoutMs: 12_000, bytesMax: 10_000_000, perSecond: 5 },
  cacheTtlMs: HOUR_MS,
  api: (http) => ({
    /** The open jobs of a board; null if there is no such board. */
    async jobs(board: string): Promise<readonly Job[] | null> {
      const refusals = { 404: () => notFound(`Greenhouse has no board ${board}.`) }
      const path = `/v1/boards/${board}/departments`
      const found = await orNull(http.json(path, Departments, { refusals }))
      if (!found) return null
      // A job may be listed in several departments.
      const jobs = new Map<number, Job>()
      for (const { name, jobs: open } of found.departments)
        for (const job of open) if (!jobs.has(job.id)) jobs.set(job.id, jobOf(job, name))
      return [...jobs.values()]
    },
  }),
})

type Open = z.output<typeof Departments>['departments'][number]['jobs'][number]

const jobOf = (job: Open, department: string): Job => ({
  title: job.title,
  department: department === 'No Department' ? null : department,
  location: job.location?.name ?? null,
  remote: saysRemote(job.location?.name),
  publishedIso: momentOf(job.first_published),
  updatedIso: momentOf(job.updated_at),
  url: job.absolute_url,
})
