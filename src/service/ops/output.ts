import { write as writeTo, writeSync } from 'node:fs'

/** Writes text to a file descriptor without blocking the event loop. */
export interface Output {
  write(text: string): void
  /** Does not wait for more text. */
  flush(): void
}

/** Lines that are written together, and how long one may wait for others. */
const TOGETHER_LENGTH = 12 * 1024
const TOGETHER_MS = 100
/** If the reader is too slow, text beyond this length is dropped. */
const WAITING_LENGTH_MAX = 8 * 1024 * 1024
const BUSY = new Set(['EAGAIN', 'EBUSY'])
const BUSY_MS = 50
/** For a busy reader at the end of the process. */
const LAST_TRIES = 40
const NOTHING = Buffer.alloc(0)

/**
 * At the end of the process, what waits is written. If the reader has gone, as `tee` does on
 * Ctrl-C, nothing more is written, and nothing waits for it.
 */
export function openOutput(fd: number): Output {
  let waiting = ''
  let unsent = NOTHING
  let isWriting = false
  let isGone = false
  let isUsed = false
  let later: NodeJS.Timeout | undefined

  function take(): Buffer {
    if (unsent.length > 0) return unsent
    unsent = Buffer.from(waiting)
    waiting = ''
    return unsent
  }

  function onWritten(thrown: NodeJS.ErrnoException | null, count: number): void {
    if (!thrown) unsent = unsent.subarray(count)
    else if (!BUSY.has(thrown.code ?? '')) {
      isGone = true
      unsent = NOTHING
      waiting = ''
    }
  }

  function flush(): void {
    if (isWriting || isGone || take().length === 0) return
    clearTimeout(later)
    later = undefined
    isWriting = true
    writeTo(fd, unsent, (thrown, count) => {
      isWriting = false
      onWritten(thrown, count)
      if (thrown) flushIn(BUSY_MS)
      else if (unsent.length > 0 || waiting.length >= TOGETHER_LENGTH) flush()
      else if (waiting !== '') flushIn(TOGETHER_MS)
    })
  }

  const flushIn = (ms: number): void => void (later ??= setTimeout(flush, ms).unref())

  function finish(): void {
    if (isWriting) unsent = NOTHING
    for (let tries = LAST_TRIES; tries > 0 && !isGone && take().length > 0;) {
      try {
        onWritten(null, writeSync(fd, unsent))
      } catch (thrown) {
        onWritten(thrown as NodeJS.ErrnoException, 0)
        tries--
        if (!isGone) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS)
      }
    }
  }

  return {
    write(text) {
      if (!isUsed) process.once('exit', finish)
      isUsed = true
      if (isGone || waiting.length + text.length > WAITING_LENGTH_MAX) return
      waiting += text
      if (waiting.length >= TOGETHER_LENGTH) flush()
      else flushIn(TOGETHER_MS)
    },
    flush,
  }
}
