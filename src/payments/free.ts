import type { Rail } from './rail.ts'

const NOTHING = { headers: [], body: {} } as const

/** The rail of an instance that gives its tools away. It takes every call and moves nothing. */
export function createFreeRail(): Rail {
  return {
    id: 'free',
    accepts: () => true,
    challenge: () => NOTHING,
    claim: () => ({ rail: 'free', secret: 'free', proof: null, proofUntil: 0, data: null }),
    inspect: () => {},
    verify: async (_credential, { amount }) => ({
      rail: 'free',
      payer: { rail: 'free', wallet: null },
      amount,
      proof: null,
      data: null,
    }),
    settle: async () => ({
      state: 'settled',
      headers: [],
      entries: [],
      network: null,
      reference: null,
    }),
    release: async () => {},
    describe: () => ({ note: 'Tools need no payment on this instance.' }),
  }
}
