import { vi } from 'vitest'
import { POLL_LIMIT } from './clock.ts'

/** Waits until something holds; the machine may be busy with other tests. */
export const eventually = (
  check: () => unknown,
  timeoutMs = POLL_LIMIT.timeout,
): Promise<unknown> => vi.waitFor(check, { timeout: timeoutMs, interval: 20 })

/** Milliseconds of work that this thread has done since; blind to how busy its neighbours are. */
export function startWork(): () => number {
  const before = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  }
}
