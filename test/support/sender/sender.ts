import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Heard, Sent } from './thread.ts'

/** Sends requests from a thread of its own, one at a time. */
export interface Sender {
  send(request: Uint8Array): Promise<Heard>
  close(): Promise<void>
}

export async function openSender(url: string): Promise<Sender> {
  const port = Number(new URL(url).port)
  const thread = new Worker(new URL('thread.ts', import.meta.url))
  await once(thread, 'online')
  return {
    async send(bytes) {
      const answered = once(thread, 'message')
      thread.postMessage({ port, bytes } satisfies Sent, [])
      const [heard] = (await answered) as [Heard]
      return heard
    },
    close: async () => void (await thread.terminate()),
  }
}
