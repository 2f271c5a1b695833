import { randomBytes } from 'node:crypto'
import type { Capability } from '../../base/core/capability.ts'
import type { Transaction } from '../../base/core/db.ts'
import {
  deferEffect,
  type AppliedEffect,
  type DeferredEffect,
  type EffectContext,
} from '../../base/core/deferred-effect.ts'
import { commitWith } from '../../base/core/transaction.ts'
import { addingMonitor } from '../../stores/monitors.ts'
import { checkTarget, type CheckedTarget } from './check.ts'

/** The answer when a monitor begins. */
export interface Begun {
  readonly id: string
  readonly product: string
  readonly target: string
  readonly looks: number
  readonly firstLookIso: string
  readonly page: string
  readonly json: string
  readonly feed: string
}

interface Bought extends CheckedTarget {
  readonly id: string
  readonly looks: number
}

/** Monitors that are paid by the check. */
export interface Monitoring {
  /** Checks once, which shows whether the target can be watched, and starts with the payment. */
  begin(wanted: CheckedTarget & { readonly looks: number }): Promise<DeferredEffect<Begun>>
}

const NAME = 'monitors'
const ID_BYTES = 16

export const monitoring: Capability<Monitoring> = {
  name: NAME,
  texts: 'own',
  settings: [],
  runsTools: true,
  open: (host) => (call) => ({
    async begin({ product, target, looks }) {
      await checkTarget({ product, target }, (...asked) => host.run(...asked), call)
      // The address of its page is its only key.
      const id = randomBytes(ID_BYTES).toString('hex')
      const bought: Bought = { id, product, target, looks }
      return deferEffect(NAME, id, bought)
    },
  }),
  effectHandler: {
    apply: begun,
    commit: begun,
    // Nothing is scarce: what is paid can begin.
    // eslint-disable-next-line require-yield
    *reserve() {
      return commitWith(undefined, [])
    },
    cancel: () => ({ sql: 'delete from monitors where id is null', values: [] }),
  },
}

// eslint-disable-next-line require-yield
function* begun(bought: Bought, { now }: EffectContext): Transaction<AppliedEffect> {
  const { id, product, target, looks } = bought
  const page = `/m/${id}`
  const where = { page, json: `${page}.json`, feed: `${page}.atom` }
  const value: Begun = {
    id,
    product,
    target,
    looks,
    firstLookIso: new Date(now).toISOString(),
    ...where,
  }
  return commitWith(value, [addingMonitor({ ...bought, subscription: null }, now)])
}
