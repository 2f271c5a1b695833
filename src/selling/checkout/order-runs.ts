import type { PaidCall } from '../call/call.ts'
import { HELD_MS } from '../call/keep-alive.ts'
import { latestProgress } from '../call/progress.ts'
import { serializeReply } from '../call/reply.ts'
import { Fault, isOwnFailure } from '../../base/core/fault.ts'
import { usdOf } from '../../base/core/money.ts'
import { checkoutAuthorization, CHECKOUT } from '../payments/checkout/rail.ts'
import type { CardOrder, CardRun } from '../../stores/card-orders.ts'
import { assertRunnable } from './goods.ts'
import type { CheckoutParts } from './parts.ts'

/** Delivers orders that cards have paid, and refunds those that cannot be delivered. */
export interface OrderRuns {
  /** Begins at once if this process has capacity; otherwise the next task run does. */
  start(order: CardOrder): void
  /** Runs due orders of this process, and of processes that have died. */
  work(signal: AbortSignal): Promise<void>
  /** Waits for the calls of this process; later, another process takes over the rest. */
  drain(withinMs: number): Promise<void>
}

const AT_ONCE = 8
const BEAT_MS = HELD_MS / 3
/** After a second failure the money is refunded. */
const FAILURES_MAX = 2
const RETRY_MS = 30_000
/** A call whose process died this often is not repeated. */
const ATTEMPTS_MAX = 5
const REFUND_AGAIN_MS = 300_000

export function createOrderRuns(parts: CheckoutParts): OrderRuns {
  const { store, catalog, delivery, callLog, stripe, now, onTrouble } = parts
  const stopping = new AbortController()
  const underWay = new Map<string, Promise<void>>()

  function callOf(order: CardOrder): PaidCall {
    const tool = catalog.bySlug(order.product)
    if (!tool) throw new Fault('not_configured', 'It is no longer sold here.')
    assertRunnable(tool)
    const amount = usdOf(order.price)
    return {
      // The sale has the id of the order, so there is never a second sale.
      id: order.id,
      transport: 'http',
      startedAt: performance.now(),
      tool,
      account: { rail: CHECKOUT, payer: order.id },
      amount,
      outcome: 'failed',
      cause: null,
      input: { value: JSON.parse(order.input), ignored: [] },
      sender: { client: CHECKOUT, payer: order.id },
      authorization: checkoutAuthorization(order.payment, amount),
      idempotencyKey: null,
    }
  }

  async function failed(order: CardOrder, run: CardRun, fault: Fault): Promise<void> {
    if (fault.code === 'internal') onTrouble(`card order ${order.id}`, fault.cause)
    const isLast = order.failures + 1 >= FAILURES_MAX
    const at = now()
    const next = isLast
      ? ({ state: 'refunding', due: at } as const)
      : ({ state: 'paid', due: at + RETRY_MS } as const)
    const isNoted = await store.failed(run, { ...next, error: fault.message }, at)
    if (isNoted && isLast) await refund({ ...order, state: 'refunding' })
  }

  async function runOrder(order: CardOrder, run: CardRun): Promise<void> {
    const { signal: leaving } = stopping
    const beat = setInterval(() => {
      store.renew(run, now() + HELD_MS).catch(() => {})
    }, BEAT_MS).unref()
    let call: PaidCall | null = null
    try {
      call = callOf(order)
      await delivery.deliver(call, leaving, {
        leaving,
        progress: latestProgress(
          (told) => store.advance(run, told),
          (thrown) => onTrouble(`progress of card order ${order.id}`, thrown),
        ),
        extraWrites: (reply) => [store.done(run, serializeReply(reply, Infinity) ?? '[]', now())],
      })
      call.outcome = 'settled'
      callLog.end(call, 200)
    } catch (thrown) {
      const fault = Fault.from(thrown)
      if (leaving.aborted && fault.code === 'caller_gone')
        return void (await store.leave(run, now()))
      if (call) {
        call.cause = isOwnFailure(fault) ? fault.cause : fault.code
        callLog.end(call, fault.status)
      }
      await failed(order, run, fault)
    } finally {
      clearInterval(beat)
    }
  }

  async function deliver(order: CardOrder): Promise<void> {
    if (order.attempts >= ATTEMPTS_MAX) return void (await store.giveUp(order, now()))
    const run = await store.take(order, now() + HELD_MS, now())
    if (run) await runOrder(order, run)
  }

  /** The idempotency key makes it one refund, however often it is sent. */
  async function refund(order: CardOrder): Promise<void> {
    const { id, session, payment } = order
    if (!stripe) return
    try {
      const told = payment ? await stripe.refund(payment, `refund-${session}`, id) : 'nothing paid'
      await store.refunded(id, told, now())
    } catch (thrown) {
      const fault = Fault.from(thrown)
      onTrouble(`refund of card order ${id}`, fault.cause ?? fault)
      await store.postpone(id, now() + REFUND_AGAIN_MS)
    }
  }

  function begin(order: CardOrder): void {
    if (underWay.has(order.id) || underWay.size >= AT_ONCE || stopping.signal.aborted) return
    const work = (order.state === 'refunding' ? refund(order) : deliver(order))
      .catch((thrown: unknown) => onTrouble(`card order ${order.id}`, thrown))
      .finally(() => void underWay.delete(order.id))
    underWay.set(order.id, work)
  }

  return {
    start: begin,
    async work(signal) {
      for (const order of await store.due(now())) {
        if (signal.aborted) return
        begin(order)
      }
    },
    async drain(withinMs) {
      const late = setTimeout(() => stopping.abort(), withinMs)
      await Promise.allSettled(underWay.values())
      clearTimeout(late)
      stopping.abort()
    },
  }
}
