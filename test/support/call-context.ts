import type { CallContext } from '../../src/base/core/capability.ts'
import { usdOf } from '../../src/base/core/money.ts'

/** The call of a test for which a capability acts. */
export const callContext = (given: Partial<CallContext> = {}): CallContext => ({
  id: 'test',
  transport: 'http',
  payer: { rail: 'test', wallet: null },
  budget: usdOf(0),
  signal: new AbortController().signal,
  ...given,
})
