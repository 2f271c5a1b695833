import { z } from 'zod'
import type { Fault } from '../../base/core/fault.ts'
import { objectIn } from '../../base/lib/json-object.ts'
import { keyRefused, type Refusals } from './_faults.ts'

const Problem = z.object({ meta: z.object({ component: z.string() }) })
/** One problem, or in its documents a list of them. */
const Refused = z.union([
  z.object({ error: Problem }).transform(({ error }) => [error]),
  z.object({ errors: z.array(Problem) }).transform(({ errors }) => errors),
])

/** A key or a plan that it refuses has the same statuses as a caller's mistake. */
export const braveRefusals = (title: string, mistake: () => Fault): Refusals => {
  const refusal = (body: string): Fault => {
    const problems = Refused.safeParse(objectIn(body)).data ?? []
    return problems.some(({ meta }) => meta.component === 'authentication')
      ? keyRefused(title)
      : mistake()
  }
  return { 400: refusal, 422: refusal }
}
