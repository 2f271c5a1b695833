import { usd, type Dollars, type Usd } from './money.ts'

/** A tool that finds another one and runs it: what it costs, and what the other may cost. */
export interface Rung {
  readonly tool: string
  readonly price: Dollars
  readonly covers: Usd
}

/** The one table of rungs, the cheapest first. */
export const RUNGS = {
  execute: { tool: 'route-execute', price: '$0.020', covers: usd('$0.01') },
  plus: { tool: 'route-execute-plus', price: '$0.120', covers: usd('$0.1') },
  max: { tool: 'route-execute-max', price: '$0.650', covers: usd('$0.6') },
  pro: { tool: 'route-execute-pro', price: '$2.100', covers: usd('$2') },
} as const satisfies Readonly<Record<string, Rung>>
