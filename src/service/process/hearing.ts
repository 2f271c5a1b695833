import cluster from 'node:cluster'
import type { ToWorker } from './crew.ts'

/** What is asked of a process from outside: by a signal, or by the first of several processes. */
export type Wish = 'stop' | 'leave' | 'hang-up'

/** What a process hears from its first moment on, also while it loads its code. */
export interface Hearing {
  /** Whoever answers hears first what was said before. */
  answer(hear: (wish: Wish) => void): void
}

const SIGNALS: Readonly<Record<string, Wish>> = {
  SIGINT: 'stop',
  SIGTERM: 'stop',
  SIGHUP: 'hang-up',
}

/**
 * Listens at once. Imported before everything else, so it imports nothing that takes time: a signal
 * that nobody hears kills the process, and node:cluster keeps no message for a process that has no
 * listener. One of several processes follows the first one, and no signals: a terminal sends
 * Ctrl-C to each of a group.
 */
export function startHearing(): Hearing {
  const early: Wish[] = []
  let hear = (wish: Wish): void => void early.push(wish)

  for (const [signal, wish] of Object.entries(SIGNALS))
    process.on(signal, () => {
      if (!cluster.isWorker) hear(wish)
    })
  if (cluster.isWorker)
    process.on('message', ({ kind }: ToWorker) => {
      if (kind === 'stop' || kind === 'leave') hear(kind)
    })
  return {
    answer(listener) {
      hear = listener
      for (const wish of early.splice(0)) listener(wish)
    },
  }
}
