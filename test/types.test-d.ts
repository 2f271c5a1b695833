import { z } from 'zod'
import type { Capability } from '../src/base/core/capability.ts'
import { usd } from '../src/base/core/money.ts'
import type { Wallet } from '../src/base/core/payment.ts'
import { defineTool } from '../src/base/core/tool.ts'
import { resolver } from '../src/outside/net/resolver.ts'

/**
 * What must not compile. Nothing here runs: `npm run check` compiles it, and a line that is
 * expected to be an error and is none fails that.
 */

const input = z.object({ name: z.string(), count: z.number().default(1) })
const output = z.object({ verdict: z.enum(['pass', 'block']), reasons: z.array(z.string()) })
const common = {
  route: 'POST /api/judge',
  name: 'Judge',
  description: 'Judges a name.',
  price: '$0.001',
  input,
  output,
  examples: [{ input: { name: 'a' } }],
} as const

export const pure = defineTool({
  ...common,
  uses: {},
  run({ name, count }, { signal, now }) {
    signal.throwIfAborted()
    return { verdict: 'pass', reasons: [`${name} ${count.toFixed()} ${now().toFixed()}`] }
  },
})

export const pureHasNoWayOut = defineTool({
  ...common,
  uses: {},
  // @ts-expect-error -- a pure tool is handed no resolver
  run: async ({ name }, { resolver: found }) => ({
    verdict: 'pass',
    reasons: [...(await found.resolve(name, 'NS'))],
  }),
})

export const usesWhatItSays = defineTool({
  ...common,
  uses: { names: resolver },
  run: async ({ name }, { names }) => ({
    verdict: 'pass',
    reasons: await names.resolve(name, 'NS'),
  }),
})

export const underItsOwnNameOnly = defineTool({
  ...common,
  uses: { names: resolver },
  // @ts-expect-error -- it is handed over as `names`
  run: async (_input, { resolver: found }) => ({ verdict: 'pass', reasons: [String(found)] }),
})

export const capabilitiesKeepTheirTypes = defineTool({
  ...common,
  uses: { resolver },
  run: async ({ name }, context) => {
    // @ts-expect-error -- a mail exchange is no text
    const reasons: readonly string[] = await context.resolver.resolve(name, 'MX')
    return { verdict: 'pass', reasons }
  },
})

export const boundToTheWallet = defineTool({
  ...common,
  identity: 'wallet',
  uses: {},
  run: (_input, { wallet }) => ({ verdict: 'pass', reasons: [wallet satisfies Wallet] }),
})

export const anyoneHasNoWallet = defineTool({
  ...common,
  uses: {},
  // @ts-expect-error -- only a wallet-bound tool sees who pays
  run: (_input, { wallet }) => ({ verdict: 'pass', reasons: [String(wallet)] }),
})

export const inputIsParsed = defineTool({
  ...common,
  uses: {},
  run({ count }) {
    // @ts-expect-error -- a default leaves no room for undefined
    count satisfies undefined
    return { verdict: 'block', reasons: [] }
  },
})

export const wrongVerdict = defineTool({
  ...common,
  uses: {},
  // @ts-expect-error -- `maybe` is no verdict
  run: () => ({ verdict: 'maybe', reasons: [] }),
})

export const missingField = defineTool({
  ...common,
  uses: {},
  // @ts-expect-error -- the reasons are missing
  run: () => ({ verdict: 'pass' }),
})

export const wrongExample = defineTool({
  ...common,
  uses: {},
  // @ts-expect-error -- an example must be an input
  examples: [{ input: { name: 1 } }],
  run: () => ({ verdict: 'pass', reasons: [] }),
})

export const withoutExample = defineTool({
  ...common,
  uses: {},
  // @ts-expect-error -- every tool shows an example
  examples: [],
  run: () => ({ verdict: 'pass', reasons: [] }),
})

export const priceInCents = defineTool({
  ...common,
  uses: {},
  // @ts-expect-error -- a price is written in dollars
  price: '0.1c',
  run: () => ({ verdict: 'pass', reasons: [] }),
})

export const priceAsNumber = defineTool({
  ...common,
  uses: {},
  // @ts-expect-error -- money is never a float
  price: 0.001,
  run: () => ({ verdict: 'pass', reasons: [] }),
})

export const quoted = defineTool({
  ...common,
  uses: {},
  price: { from: '$0.001', quote: ({ count }) => usd(count > 10 ? '$0.010' : '$0.001') },
  run: () => ({ verdict: 'pass', reasons: [] }),
})

export const quotedAsFloat = defineTool({
  ...common,
  uses: {},
  // @ts-expect-error -- a quote is made of Usd
  price: { from: '$0.001', quote: ({ count }) => count * 0.001 },
  run: () => ({ verdict: 'pass', reasons: [] }),
})

export const oddRoute = defineTool({
  ...common,
  // @ts-expect-error -- tools answer to GET and POST
  route: 'DELETE /api/judge',
  uses: {},
  run: () => ({ verdict: 'pass', reasons: [] }),
})

/** Outside the service a capability is not what it opens. */
// @ts-expect-error -- it must be opened by the service
export const opened: { resolve: unknown } = resolver satisfies Capability<unknown>
