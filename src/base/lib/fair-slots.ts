import type { CallContext, Sender } from '../core/capability.ts'
import { Fault } from '../core/fault.ts'

/**
 * A limited number of slots, shared fairly among clients. Calls without a slot wait for a limited
 * time.
 */
export interface FairSlots {
  /**
   * Resolves with a function that releases the slot. Throws `overloaded` after the longest wait.
   */
  take(call: Pick<CallContext, 'signal' | 'sender'>, wish?: SlotRequest): Promise<() => void>
}

export interface SlotRequest {
  /** Short work, for which some slots are reserved. */
  readonly isSmall?: boolean
  readonly waitMs?: number
}

export interface FairSlotOptions {
  readonly slots: number
  /** The most slots of one client, with all its payers. */
  readonly slotsPerClient: number
  /** Slots reserved for small work. */
  readonly slotsForSmall?: number
  readonly waitMs: number
  readonly waitingMax: number
  /** What the slots are for: the beginning of the refusal. */
  readonly what: string
  readonly retryAfterSeconds: number
}

interface Holder {
  readonly sender: Sender | undefined
  readonly isSmall: boolean
}

interface Waiter extends Holder {
  readonly begin: () => void
  readonly refuse: (fault: Fault) => void
}

/** The most slots of a client whose work was wasted lately. */
const SLOTS_WHEN_STRAINED = 1

export function createFairSlots(options: FairSlotOptions): FairSlots {
  const { slots, slotsPerClient, slotsForSmall = 0, waitingMax, what } = options
  const holders = new Set<Holder>()
  const waiters = new Set<Waiter>()
  /** The last time each waiting client and payer got a slot. */
  const servedAt = new Map<string, number>()
  let served = 0

  const full = (): Fault =>
    new Fault('overloaded', `${what} are in use; call again later.`, {
      retryAfterSeconds: options.retryAfterSeconds,
    })

  const ofClient = (all: ReadonlySet<Holder>, { sender }: Holder): number =>
    sender === undefined ? 0 : count(all, (other) => other.sender?.client === sender.client)

  const ofPayer = ({ sender }: Holder): number =>
    sender?.payer ? count(holders, (other) => other.sender?.payer === sender.payer) : 0

  function mayBegin(holder: Holder): boolean {
    if (holders.size >= slots) return false
    const long = count(holders, ({ isSmall }) => !isSmall)
    if (!holder.isSmall && long >= slots - slotsForSmall) return false
    const most = holder.sender?.isStrained ? SLOTS_WHEN_STRAINED : slotsPerClient
    return ofClient(holders, holder) < most
  }

  function hold(holder: Holder): () => void {
    holders.add(holder)
    served += 1
    for (const name of namesOf(holder)) servedAt.set(name, served)
    return () => {
      if (!holders.delete(holder)) return
      beginNext()
      forget(holder)
    }
  }

  function forget({ sender }: Holder): void {
    const all = [...holders, ...waiters]
    if (all.some((other) => other.sender?.client === sender?.client)) return
    for (const name of namesOf({ sender })) servedAt.delete(name)
    if (all.length === 0) servedAt.clear()
  }

  /**
   * Serves the next waiter: clients that are not strained first, then who holds the fewest slots,
   * then who got one longest ago, then who came first.
   */
  function beginNext(): void {
    const ready = Array.from(waiters).filter(mayBegin)
    const [next] = ready
      .map((waiter) => ({ waiter, rank: rankOf(waiter) }))
      .toSorted((a, b) => compare(a.rank, b.rank))
    if (!next) return
    waiters.delete(next.waiter)
    next.waiter.begin()
    beginNext()
  }

  function rankOf(waiter: Waiter): readonly number[] {
    const [client = 0, payer = 0] = namesOf(waiter).map((name) => servedAt.get(name) ?? 0)
    const isStrained = waiter.sender?.isStrained ? 1 : 0
    return [isStrained, ofClient(holders, waiter), client, ofPayer(waiter), payer]
  }

  /**
   * If the queue is full, the client with the most waiting calls loses one to the newcomer, if it
   * has more than the newcomer.
   */
  function makeRoom(newcomer: Holder): boolean {
    if (waiters.size < waitingMax) return true
    const crowd = Array.from(waiters, (waiter) => ({ waiter, size: ofClient(waiters, waiter) }))
    const largest = crowd.toSorted((a, b) => a.size - b.size).at(-1)
    if (!largest || largest.size <= ofClient(waiters, newcomer) + 1) return false
    largest.waiter.refuse(full())
    return true
  }

  return {
    async take({ signal, sender }, { isSmall = false, waitMs = options.waitMs } = {}) {
      const holder = { sender, isSmall }
      if (signal.aborted) throw gone()
      if (mayBegin(holder)) return hold(holder)
      if (!makeRoom(holder)) throw full()
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const waiter: Waiter = { ...holder, begin: () => resolve(hold(holder)), refuse: reject }
      const giveUp = () => reject(signal.aborted ? gone() : full())
      const timer = setTimeout(giveUp, waitMs)
      signal.addEventListener('abort', giveUp, { once: true })
      waiters.add(waiter)
      return promise.finally(() => {
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
        waiters.delete(waiter)
      })
    },
  }
}

/** A payer may come from several addresses, and an address may have several payers. */
function namesOf({ sender }: Pick<Holder, 'sender'>): readonly string[] {
  if (!sender) return []
  return [sender.client, `${sender.client} ${sender.payer ?? ''}`]
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((one, index) => one !== b[index])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

function count(all: ReadonlySet<Holder>, is: (holder: Holder) => boolean): number {
  let found = 0
  for (const holder of all) if (is(holder)) found += 1
  return found
}

const gone = (): Fault => new Fault('caller_gone', 'The caller hung up.')
