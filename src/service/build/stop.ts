import type { Settings } from '../settings/config.ts'
import type { Tasks } from '../tasks/start.ts'
import type { Calls } from './calls.ts'
import type { Checkout } from './checkout.ts'
import type { Lifetime } from './lifetime.ts'
import type { Records } from './records.ts'
import type { Server } from './server.ts'

interface StopParts {
  readonly server: Server
  readonly calls: Calls
  readonly checkout: Checkout
  readonly tasks: Tasks
  readonly records: Records
}

/** For background work to end when the instance stops. */
export const TASKS_STOP_MS = 5_000

/** What stops a service: calls in flight are finished first, and what they have done is kept. */
export const stopper =
  (
    { serving }: Pick<Settings, 'serving'>,
    { server: { listening }, calls, checkout, tasks, records }: StopParts,
    life: Lifetime,
  ) =>
  async (how?: 'gently'): Promise<void> => {
    if (how === 'gently') await listening.leave()
    const withinMs = serving.STOP_SECONDS * 1000
    await Promise.all([
      listening.close(withinMs, () => life.leaving.abort()),
      calls.jobs.drain(withinMs),
      checkout.cards.drain(withinMs),
      calls.delivery.drain(withinMs),
    ])
    await tasks.stop(TASKS_STOP_MS)
    await calls.delivery.drain()
    await records.flush()
    await records.metrics.close()
    await life.end()
  }
