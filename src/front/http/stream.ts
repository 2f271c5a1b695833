import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

/** Tells the adapter that the answer was already written. */
export const ALREADY_SENT = RESPONSE_ALREADY_SENT

/**
 * Writes chunks to a connection; the headers are sent with the first chunk. A web stream would add
 * a turn of the event loop before the first chunk, and memory.
 */
export function stream(
  chunks: AsyncIterable<string>,
  outgoing: ServerResponse,
  onBreak: (thrown: unknown) => void,
): void {
  const source = chunks[Symbol.asyncIterator]()
  // Sends the headers at once, before the first chunk.
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
    // Written chunks are sent first. The client sees a broken stream without a reason.
    setImmediate(() => outgoing.destroy())
  })
}

/** Resolves when more can be written, or when the client has gone. */
async function room(outgoing: ServerResponse): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  const either = [once(outgoing, 'drain', { signal }), once(outgoing, 'close', { signal })]
  await Promise.race(either).finally(() => over.abort())
}
