import { badInput } from '../../base/core/fault.ts'
import type { Wallet } from '../../base/core/payment.ts'
import type { RailChallenge, Rail, RailGuide } from './rail.ts'
import { WITHOUT_MONEY } from './without-money.ts'

export const FREE_GUIDE: RailGuide = {
  how: () =>
    'Every tool is free on this instance. A tool that belongs to a wallet takes a name of your choice in the query instead: `?ns=alice`.',
  walletParameters: {
    Namespace: {
      name: 'ns',
      in: 'query',
      required: true,
      description: 'Name of the namespace, in place of the wallet that pays elsewhere.',
      schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
      example: 'alice',
    },
  },
}

const NOTHING: RailChallenge = { protocol: 'free', value: () => null, headers: [], body: {} }
const NAME = /^[A-Za-z0-9._-]{1,64}$/

/**
 * The rail of an instance whose tools are free. It accepts every call and moves nothing. There is
 * no payment to prove a wallet, so a caller of a wallet-bound tool names itself in the query.
 */
export function createFreeRail(): Rail<string | null, void, null> {
  return {
    id: 'free',
    free: true,
    accepts: () => true,
    challenge: () => NOTHING,
    claim(request) {
      const name = new URLSearchParams(request.query).get('ns')
      return {
        rail: 'free',
        payer: name === null ? 'anyone' : `ns ${name}`,
        proof: null,
        proofUntil: 0,
        data: name,
        reads: ['ns'],
      }
    },
    inspect({ data: name }, { tool }) {
      if (tool.spec.identity !== 'wallet') return
      if (name !== null && NAME.test(name)) return
      throw badInput(
        'ns: name your namespace in the query, such as ?ns=alice (letters, digits, dot, dash, underscore; at most 64), because this instance takes no payment that proves a wallet.',
      )
    },
    verify: async ({ data: name }, { tool }) => ({
      rail: 'free',
      payer: {
        rail: 'free',
        wallet: tool.spec.identity === 'wallet' ? (`demo:${String(name)}` satisfies Wallet) : null,
      },
      amount: 0 as never,
      proof: null,
      data: null,
    }),
    ...WITHOUT_MONEY,
    guide: FREE_GUIDE,
    describe: () => ({ note: 'Tools need no payment on this instance.' }),
  }
}
