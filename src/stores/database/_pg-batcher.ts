/**
 * Sends jobs of one moment together. The first are sent at the end of the turn of the event loop;
 * while they are pending, the next wait for their answers, or for `WAIT_MS`.
 */
export interface Batcher<Job> {
  add(job: Job): void
}

const WAIT_MS = 2

export function createBatcher<Job, Load = Job>(
  /** Takes some of those that wait, which it removes from the list. */
  load: (waiting: Job[]) => Load[],
  carry: (loads: Load[]) => Promise<void>,
): Batcher<Job> {
  const waiting: Job[] = []
  let underWay = 0
  let isCalled = false
  let late: NodeJS.Timeout | undefined

  function call(): void {
    if (underWay === 0) leaveSoon()
    else if (waiting.length > 0) late ??= setTimeout(leave, WAIT_MS)
  }

  /** With all that this turn of the event loop adds. */
  function leaveSoon(): void {
    if (isCalled || waiting.length === 0) return
    isCalled = true
    setImmediate(() => {
      isCalled = false
      leave()
    })
  }

  function leave(): void {
    clearTimeout(late)
    late = undefined
    const loads = load(waiting)
    if (loads.length === 0) return
    underWay++
    void carry(loads).finally(() => {
      underWay--
      leaveSoon()
    })
    call()
  }

  return {
    add(job) {
      waiting.push(job)
      call()
    },
  }
}
