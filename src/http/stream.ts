import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

/** What the adapter is told of an answer that was written beside it. */
export const ALREADY_SENT = RESPONSE_ALREADY_SENT

/**
 * Writes chunks to a connection whose head is set: the head leaves with the first of them. A web
 * stream between them would cost a turn of the event loop before the first word, and memory.
 */
export function stream(
  chunks: AsyncIterable<string>,
  outgoing: ServerResponse,
  onBreak: (thrown: unknown) => void,
): void {
  const source = chunks[Symbol.asyncIterator]()
  // The reader hears that it is answered, though nothing is said yet.
  const silent = setImmediate(() => outgoing.flushHeaders())
  const leave = (): void => void source.return?.().catch(() => {})
  outgoing.once('close', leave)

  async function write(): Promise<void> {
    for (let next = await source.next(); !next.done; next = await source.next()) {
      if (outgoing.destroyed) return
      clearImmediate(silent)
      if (!outgoing.write(next.value)) await room(outgoing)
    }
    clearImmediate(silent)
    outgoing.off('close', leave)
    outgoing.end()
  }

  write().catch((thrown: unknown) => {
    clearImmediate(silent)
    if (outgoing.destroyed) return
    onBreak(thrown)
    outgoing.flushHeaders()
    // What was written leaves first. The reader finds it cut, and hears no reason.
    setImmediate(() => outgoing.destroy())
  })
}

/** Resolves when more can be written, or nobody reads any more. */
async function room(outgoing: ServerResponse): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  const either = [once(outgoing, 'drain', { signal }), once(outgoing, 'close', { signal })]
  await Promise.race(either).finally(() => over.abort())
}
