import { isMainThread } from 'node:worker_threads'
import { notFound } from '../../src/core/fault.ts'

/** What a thread may be asked to do, well or badly. */
export function work(input: { readonly what: string }): unknown {
  if (input.what === 'fault') throw notFound('no such thing')
  if (input.what === 'bug') throw new TypeError('a bug')
  if (input.what === 'loop') for (;;) Math.random()
  if (input.what === 'memory') {
    const kept: unknown[] = []
    for (;;) kept.push(Array.from({ length: 10_000 }, () => ({})))
  }
  return { isMain: isMainThread, echo: input }
}
