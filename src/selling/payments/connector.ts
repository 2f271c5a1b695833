import { Fault } from '../../base/core/fault.ts'
import { usdOf } from '../../base/core/money.ts'
import { takesWork } from '../../base/core/tool.ts'
import type { RailChallenge, Rail, RailGuide } from './rail.ts'
import { WITHOUT_MONEY } from './without-money.ts'

/** The pass that MCP and A2A add to calls that are free there. No other code can create it. */
export type ConnectorPass = Readonly<Record<typeof CONNECTOR, symbol>>

export const CONNECTOR = 'connector'

const GUIDE: RailGuide = {
  title: 'MCP and A2A',
  how: () =>
    'Agents: `/mcp` (MCP) and `/a2a` (A2A over HTTP and JSON) serve the whole catalog. Tools that take proof of work are free there, within a rate; the others are paid in the call: over x402 or credits, and by MCP over MPP too.',
}

const NOTHING: RailChallenge = { protocol: CONNECTOR, value: () => null, headers: [], body: {} }

/**
 * The rail of pure tools that are free over MCP and A2A, which limit the rate. The pass is a value
 * of this process: no header and no message can contain it. If a payment comes with it, the payment
 * is used.
 */
export function createConnectorRail(): {
  readonly rail: Rail<boolean, void, null>
  readonly pass: ConnectorPass
} {
  const pass = Symbol(CONNECTOR)
  const rail: Rail<boolean, void, null> = {
    id: CONNECTOR,
    // It is in no offer and no document: callers over HTTP cannot use it.
    accepts: () => false,
    challenge: () => NOTHING,
    claim({ credentials, client }) {
      const sent = credentials?.[CONNECTOR]
      if (sent === undefined) return null
      return {
        rail: CONNECTOR,
        payer: client,
        proof: null,
        proofUntil: 0,
        data: sent === pass,
        weak: true,
      }
    },
    inspect({ data: isOurs }, { tool }) {
      if (isOurs && takesWork(tool)) return
      throw new Fault('payment_refused', 'This tool is not free through the connector.')
    },
    verify: async () => ({
      rail: CONNECTOR,
      payer: { rail: CONNECTOR, wallet: null },
      amount: usdOf(0),
      proof: null,
      data: null,
    }),
    ...WITHOUT_MONEY,
    guide: GUIDE,
    describe: () => ({
      path: '/mcp',
      agent: '/a2a',
      note: 'Tools that take proof of work are free through MCP and A2A, within their limits.',
    }),
  }
  return { rail, pass: { [CONNECTOR]: pass } }
}
