import type { CallContext } from '../../base/core/capability.ts'
import { Fault, type FaultCode } from '../../base/core/fault.ts'
import { usd, usdOf, type Dollars } from '../../base/core/money.ts'
import type { Setting } from '../../base/core/setting.ts'
import { beginExpense } from '../../base/core/spending.ts'

/** What a provider says of its price. */
interface Priced {
  readonly name: string
  readonly title: string
  readonly asks?: Dollars
  readonly settings?: readonly Setting[]
}

const KEY = /_(KEY|KEY_ID|KEY_SECRET|TOKEN|SECRET)$/

/** A setting by which a provider knows whom to bill. */
export const isKey = ({ name }: Pick<Setting, 'name'>): boolean => KEY.test(name)

/** What one request costs. A provider that has a key of the operator must say it. */
export function priceOfRequest({ name, asks, settings = [] }: Priced): Dollars {
  if (asks === undefined && settings.some(isKey))
    throw new Error(`${name}: asks must say what a request costs, as it has a key; $0 if nothing`)
  return asks ?? '$0'
}

/** Requests that were sent, and whose answer nobody waited for. */
const STILL_BILLED: ReadonlySet<FaultCode> = new Set(['upstream_timeout', 'caller_gone'])

/** Counts what requests cost; one that is refused or not answered costs nothing. */
export function createBilling(spec: Priced) {
  const most = usd(priceOfRequest(spec))
  return async <T>(call: Pick<CallContext, 'spending'>, send: () => Promise<T>): Promise<T> => {
    const expense = await beginExpense(call, spec.title, most)
    try {
      return await send()
    } catch (thrown) {
      if (!STILL_BILLED.has(Fault.from(thrown).code)) expense.costs(usdOf(0))
      throw thrown
    }
  }
}
