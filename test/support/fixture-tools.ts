import { z } from 'zod'
import type { Capability } from '../../src/core/capability.ts'
import { Fault, FAULTS, type FaultCode } from '../../src/core/fault.ts'
import { usdOf } from '../../src/core/money.ts'
import { binary, events } from '../../src/core/payload.ts'
import {
  defineFamily,
  defineTool,
  nameTool,
  type Tool,
  type ToolSpec,
} from '../../src/core/tool.ts'
import { createWitness, type Witness } from './witness.ts'

/** Tools that do on demand what a real tool does once in a while, and what they have done. */
export interface Fixtures extends Witness {
  readonly tools: readonly Tool[]
}

export const FIXTURE_FAMILY = defineFamily({
  title: 'Fixtures',
  description: 'Tools that misbehave on demand.',
})

export const HURRIED_MS = 150
export const PICTURE = Buffer.from('89504e470d0a1a0a', 'hex')
export const SETTING = 'FIXTURE_API_KEY'

type Make = (witness: Witness) => ToolSpec

const CODES = Object.keys(FAULTS) as [FaultCode, ...FaultCode[]]
const Gate = z.string().default('').describe('Gate to wait at; empty waits at none.')
const Nothing = z.object({})
const Done = z.object({ done: z.boolean() })
const common = { price: '$0.001', uses: {}, input: Nothing, examples: [{ input: {} }] } as const

const echo: Make = (witness) =>
  defineTool({
    ...common,
    route: 'POST /api/fixture-echo',
    name: 'Echo',
    description: 'Answers what it was given, and how often it ran.',
    input: z.object({
      text: z.string().describe('What to answer.'),
      times: z.number().int().min(1).max(3).default(1).describe('How often.'),
    }),
    output: z.object({ text: z.string(), times: z.number(), run: z.number() }),
    examples: [{ input: { text: 'hi' } }],
    run: ({ text, times }) => ({ text, times, run: witness.ran('fixture-echo') }),
  })

const query: Make = (witness) =>
  defineTool({
    ...common,
    route: 'GET /api/fixture-query',
    name: 'Query',
    description: 'Answers its query as it was understood.',
    input: z.object({
      q: z.string().describe('Text.'),
      limit: z.number().int().default(10).describe('A number.'),
      deep: z.boolean().default(false).describe('A flag.'),
      tags: z.array(z.string()).default([]).describe('A list.'),
    }),
    output: z.looseObject({}),
    examples: [{ input: { q: 'hi' } }],
    run: (input) => ({ ...input, run: witness.ran('fixture-query') }),
  })

const waiting =
  (slug: string): Make =>
  (witness) =>
    defineTool({
      ...common,
      route: `POST /api/${slug}`,
      name: 'Gate',
      description: 'Waits at a gate that a test opens.',
      input: z.object({ gate: Gate }),
      output: Done,
      async run({ gate }) {
        witness.ran(slug)
        await witness.pass(gate)
        return { done: true }
      },
    })

const slow: Make = (witness) =>
  defineTool({
    ...common,
    route: 'POST /api/fixture-slow',
    name: 'Slow',
    description: 'Takes its time, and fails if told to.',
    price: '$0.020',
    pace: 'slow',
    input: z.object({ gate: Gate, fault: z.enum(CODES).optional() }),
    output: Done,
    async run({ gate, fault }) {
      witness.ran('fixture-slow')
      await witness.pass(gate)
      if (fault) throw new Fault(fault, `It failed as ${fault}.`)
      return { done: true }
    },
  })

const fault: Make = (witness) =>
  defineTool({
    ...common,
    route: 'POST /api/fixture-fault',
    name: 'Fault',
    description: 'Fails in the way that it is told to.',
    input: z.object({ code: z.enum(CODES) }),
    output: Nothing,
    examples: [{ input: { code: 'not_found' } }],
    run({ code }) {
      witness.ran('fixture-fault')
      throw new Fault(code, `It failed as ${code}.`)
    },
  })

const bug: Make = (witness) =>
  defineTool({
    ...common,
    route: 'POST /api/fixture-bug',
    name: 'Bug',
    description: 'Throws what no tool should throw.',
    output: Nothing,
    run() {
      witness.ran('fixture-bug')
      throw new TypeError('secret detail of a bug')
    },
  })

const misfit: Make = (witness) =>
  defineTool({
    ...common,
    route: 'POST /api/fixture-misfit',
    name: 'Misfit',
    description: 'Answers what its own schema does not allow.',
    output: Done,
    run: () => ({ done: witness.ran('fixture-misfit') as unknown as boolean }),
  })

const picture: Make = (witness) =>
  defineTool({
    ...common,
    route: 'GET /api/fixture-picture',
    name: 'Picture',
    description: 'Answers bytes.',
    output: Nothing,
    run() {
      witness.ran('fixture-picture')
      return binary('image/png', PICTURE)
    },
  })

const streaming =
  (slug: string): Make =>
  (witness) =>
    defineTool({
      ...common,
      route: `POST /api/${slug}`,
      name: 'Stream',
      description: 'Answers event by event.',
      input: z.object({
        gate: Gate,
        between: Gate,
        count: z.number().default(3).describe('Events.'),
        breaksAt: z.number().default(0).describe('Event in whose place a bug is thrown.'),
      }),
      output: Nothing,
      run(input) {
        witness.ran(slug)
        return events(ticks(input, witness))
      },
    })

interface Ticking {
  readonly gate: string
  readonly between: string
  readonly count: number
  readonly breaksAt: number
}

/** Known by its gates when it ends. */
async function* ticks(
  { gate, between, count, breaksAt }: Ticking,
  witness: Witness,
): AsyncIterable<string> {
  try {
    await witness.pass(gate)
    for (let tick = 1; tick <= count; tick++) {
      if (tick === breaksAt) throw new TypeError('secret detail of a bug')
      yield `data: ${tick}\n\n`
      await witness.pass(between)
    }
  } finally {
    witness.closed(gate + between)
  }
}

const quoted: Make = (witness) =>
  defineTool({
    ...common,
    route: 'POST /api/fixture-quoted',
    name: 'Quoted',
    description: 'Costs what its input says.',
    price: { from: '$0.001', quote: ({ words }) => usdOf(words * 1_000) },
    input: z.object({ words: z.number().int().min(1) }),
    output: Done,
    examples: [{ input: { words: 2 } }],
    run: () => ({ done: witness.ran('fixture-quoted') > 0 }),
  })

const metered: Make = (witness) =>
  defineTool({
    ...common,
    route: 'POST /api/fixture-metered',
    name: 'Metered',
    description: 'Costs what it has used, and at most what its input allows.',
    price: {
      from: '$0.001',
      quote: ({ words }) => usdOf(words * 1_000),
      actual: (_input, { used }) => usdOf(used * 1_000),
    },
    input: z.object({
      words: z.number().int().min(1),
      used: z.number().int().default(0),
      gate: Gate,
    }),
    output: z.object({ used: z.number(), run: z.number() }),
    examples: [{ input: { words: 5 } }],
    async run({ used, gate }) {
      const run = witness.ran('fixture-metered')
      await witness.pass(gate)
      return { used, run }
    },
  })

const wallet: Make = (witness) =>
  defineTool({
    ...common,
    route: 'POST /api/fixture-wallet',
    name: 'Wallet',
    description: 'Belongs to the wallet that pays.',
    identity: 'wallet',
    output: z.object({ wallet: z.string(), run: z.number() }),
    run: (_input, { wallet }) => ({ wallet, run: witness.ran('fixture-wallet') }),
  })

const configured: Capability<string> = {
  name: 'fixture-upstream',
  settings: [SETTING],
  open: (host) => () => host.setting(SETTING) ?? '',
}

const upstream: Make = () =>
  defineTool({
    ...common,
    route: 'POST /api/fixture-upstream',
    name: 'Upstream',
    description: 'Uses a capability whose setting may be missing.',
    uses: { configured },
    output: z.object({ key: z.string() }),
    run: (_input, { configured }) => ({ key: configured }),
  })

const web: Capability<string> = {
  name: 'fixture-web',
  settings: [],
  untrusted: true,
  open: () => () => 'written by a stranger',
}

const stranger: Make = () =>
  defineTool({
    ...common,
    route: 'POST /api/fixture-stranger',
    name: 'Stranger',
    description: 'Brings back what strangers wrote.',
    uses: { web },
    output: z.object({ found: z.string() }),
    run: (_input, { web }) => ({ found: web }),
  })

const FIXTURES: Readonly<Record<string, Make>> = {
  'fixture-echo': echo,
  'fixture-query': query,
  'fixture-gate': waiting('fixture-gate'),
  'fixture-hurried': waiting('fixture-hurried'),
  'fixture-hurried-stream': streaming('fixture-hurried-stream'),
  'fixture-slow': slow,
  'fixture-fault': fault,
  'fixture-bug': bug,
  'fixture-misfit': misfit,
  'fixture-picture': picture,
  'fixture-stream': streaming('fixture-stream'),
  'fixture-quoted': quoted,
  'fixture-metered': metered,
  'fixture-wallet': wallet,
  'fixture-upstream': upstream,
  'fixture-stranger': stranger,
}

/** One set per house, because what they witness belongs to one house. */
export function createFixtures(): Fixtures {
  const witness = createWitness()
  const tools = Object.entries(FIXTURES).map(([slug, make]) => {
    const tool = nameTool(make(witness), 'fixture', slug)
    return slug.startsWith('fixture-hurried')
      ? Object.assign(tool, { deadlineMs: HURRIED_MS })
      : tool
  })
  return { ...witness, tools }
}
