import { expect, test } from 'vitest'
import { within } from './time-limits.ts'

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

test('work that takes longer than it has is told by its name and its time', async () => {
  const caller = new AbortController()
  await expect(within(12.3456, 'hash', caller.signal, untilAborted)).rejects.toMatchObject({
    code: 'upstream_timeout',
    message: 'hash took longer than 0.012 s.',
  })
})

test('a caller who hangs up is not told of a time limit', async () => {
  const caller = new AbortController()
  const ended = within(60_000, 'hash', caller.signal, untilAborted)
  caller.abort(new Error('gone'))
  await expect(ended).rejects.toThrow('gone')
})

test('work that ends in time answers', async () => {
  const { signal } = new AbortController()
  await expect(within(60_000, 'hash', signal, async () => 7)).resolves.toBe(7)
})
