import type { CallReply } from '../../base/core/call.ts'
import type { Db } from '../../base/core/db.ts'
import { usdOf } from '../../base/core/money.ts'
import type { Till } from '../payments/till.ts'
import type { SaleStore } from '../../stores/sales.ts'
import type { PaidCall } from './call.ts'
import type { CallExpenses } from './losses.ts'

/** Refunds what streams have cost less than their quotes. */
export interface StreamRefunds {
  /** The cost of a stream is known at its end; the rest of its price is refunded then. */
  atEnd(call: PaidCall, reply: CallReply, expenses: CallExpenses): void
  /** Refunds that are not written yet. */
  readonly underWay: ReadonlySet<Promise<void>>
}

export interface StreamRefundParts {
  readonly db: Db
  readonly till: Till
  readonly sales: Pick<SaleStore, 'reduce'>
  onTrouble(what: string, cause: unknown): void
}

export function createStreamRefunds(parts: StreamRefundParts): StreamRefunds {
  const { db, till, sales, onTrouble } = parts
  const underWay = new Set<Promise<void>>()
  return {
    underWay,
    atEnd({ id, authorization }, { body }, expenses) {
      if (body.kind !== 'events' || !body.cost) return
      const refunded = body.cost
        .then(async (told) => {
          const cost = usdOf(Math.max(0, told))
          const rest = authorization.amount - cost
          const entries = rest > 0 ? till.refund(authorization, usdOf(rest)) : null
          if (!entries) return
          await db.batch([...entries, sales.reduce(id, cost)])
          await expenses.lost(cost)
        })
        .catch((thrown: unknown) => onTrouble(`cost of the stream of call ${id}`, thrown))
        .finally(() => underWay.delete(refunded))
      underWay.add(refunded)
    },
  }
}
