import { z } from 'zod'
import type { Capability } from '../../src/base/core/capability.ts'
import { Fault, FAULTS, type FaultCode } from '../../src/base/core/fault.ts'
import { usdOf, type Usd } from '../../src/base/core/money.ts'
import { binary, events } from '../../src/base/core/tool-output.ts'
import {
  defineFamily,
  defineTool,
  nameTool,
  type Limits,
  type Tool,
  type ToolSpec,
} from '../../src/base/core/tool.ts'
import { createRunRecorder, type RunRecorder } from './run-recorder.ts'

/** Tools that do on demand what a real tool does once in a while, and what they have done. */
export interface Fixtures extends RunRecorder {
  readonly tools: readonly Tool[]
}

export const FIXTURE_FAMILY = defineFamily({
  title: 'Fixtures',
  description: 'Tools that misbehave on demand.',
})

export const HURRIED_MS = 150
export const PICTURE = Buffer.from('89504e470d0a1a0a', 'hex')
export const SETTING = 'FIXTURE_API_KEY'

type Make = (recorder: RunRecorder) => ToolSpec

const CODES = Object.keys(FAULTS) as [FaultCode, ...FaultCode[]]
const Gate = z.string().default('').describe('Gate to wait at; empty waits at none.')
const Nothing = z.object({})
const Done = z.object({ done: z.boolean() })
const common = { price: '$0.001', uses: {}, input: Nothing, examples: [{ input: {} }] } as const

const echo: Make = (recorder) =>
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
    run: ({ text, times }) => ({ text, times, run: recorder.ran('fixture-echo') }),
  })

const query: Make = (recorder) =>
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
    run: (input) => ({ ...input, run: recorder.ran('fixture-query') }),
  })

const waiting =
  (slug: string): Make =>
  (recorder) =>
    defineTool({
      ...common,
      route: `POST /api/${slug}`,
      name: 'Gate',
      description: 'Waits at a gate that a test opens.',
      input: z.object({ gate: Gate }),
      output: Done,
      async run({ gate }) {
        recorder.ran(slug)
        await recorder.pass(gate)
        return { done: true }
      },
    })

const slow: Make = (recorder) =>
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
      recorder.ran('fixture-slow')
      await recorder.pass(gate)
      if (fault) throw new Fault(fault, `It failed as ${fault}.`)
      return { done: true }
    },
  })

const fault: Make = (recorder) =>
  defineTool({
    ...common,
    route: 'POST /api/fixture-fault',
    name: 'Fault',
    description: 'Fails in the way that it is told to.',
    input: z.object({ code: z.enum(CODES) }),
    output: Nothing,
    examples: [{ input: { code: 'not_found' } }],
    run({ code }) {
      recorder.ran('fixture-fault')
      throw new Fault(code, `It failed as ${code}.`)
    },
  })

const bug: Make = (recorder) =>
  defineTool({
    ...common,
    route: 'POST /api/fixture-bug',
    name: 'Bug',
    description: 'Throws what no tool should throw.',
    output: Nothing,
    run() {
      recorder.ran('fixture-bug')
      throw new TypeError('secret detail of a bug')
    },
  })

const misfit: Make = (recorder) =>
  defineTool({
    ...common,
    route: 'POST /api/fixture-misfit',
    name: 'Misfit',
    description: 'Answers what its own schema does not allow.',
    output: Done,
    run: () => ({ done: recorder.ran('fixture-misfit') as unknown as boolean }),
  })

const picture: Make = (recorder) =>
  defineTool({
    ...common,
    route: 'GET /api/fixture-picture',
    name: 'Picture',
    description: 'Answers bytes.',
    output: Nothing,
    run() {
      recorder.ran('fixture-picture')
      return binary('image/png', PICTURE)
    },
  })

const streaming =
  (slug: string): Make =>
  (recorder) =>
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
        recorder.ran(slug)
        return events(ticks(input, recorder))
      },
    })

/** Costs a fifth of its quote for each event that it has made. */
const meteredStream: Make = (recorder) =>
  defineTool({
    ...common,
    route: 'POST /api/fixture-metered-stream',
    name: 'Metered stream',
    description: 'Answers event by event, and costs what it has made.',
    price: '$0.005',
    input: z.object({ between: Gate, count: z.number().default(3).describe('Events.') }),
    output: Nothing,
    run({ between, count }) {
      recorder.ran('fixture-metered-stream')
      const { promise: cost, resolve } = Promise.withResolvers<Usd>()
      async function* counted(): AsyncIterable<string> {
        let made = 0
        try {
          for await (const tick of ticks({ gate: '', between, count, breaksAt: 0 }, recorder)) {
            made += 1
            yield tick
          }
        } finally {
          resolve(usdOf(made * 1_000))
        }
      }
      return events(counted(), cost)
    },
  })

const long: Make = () =>
  defineTool({
    ...common,
    route: 'POST /api/fixture-long',
    name: 'Long',
    description: 'Answers as many characters as it is asked for.',
    input: z.object({ length: z.number().int().max(1_000_000) }),
    output: z.object({ text: z.string() }),
    examples: [{ input: { length: 1 } }],
    run: ({ length }) => ({ text: 'x'.repeat(length) }),
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
  recorder: RunRecorder,
): AsyncIterable<string> {
  try {
    await recorder.pass(gate)
    for (let tick = 1; tick <= count; tick++) {
      if (tick === breaksAt) throw new TypeError('secret detail of a bug')
      yield `data: ${tick}\n\n`
      await recorder.pass(between)
    }
  } finally {
    recorder.closed(gate + between)
  }
}

const quoted: Make = (recorder) =>
  defineTool({
    ...common,
    route: 'POST /api/fixture-quoted',
    name: 'Quoted',
    description: 'Costs what its input says.',
    price: { from: '$0.001', quote: ({ words }) => usdOf(words * 1_000) },
    input: z.object({ words: z.number().int().min(1) }),
    output: Done,
    examples: [{ input: { words: 2 } }],
    run: () => ({ done: recorder.ran('fixture-quoted') > 0 }),
  })

const metered: Make = (recorder) =>
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
      const run = recorder.ran('fixture-metered')
      await recorder.pass(gate)
      return { used, run }
    },
  })

const wallet: Make = (recorder) =>
  defineTool({
    ...common,
    route: 'POST /api/fixture-wallet',
    name: 'Wallet',
    description: 'Belongs to the wallet that pays.',
    identity: 'wallet',
    output: z.object({ wallet: z.string(), run: z.number() }),
    run: (_input, { wallet }) => ({ wallet, run: recorder.ran('fixture-wallet') }),
  })

const configured: Capability<string> = {
  name: 'fixture-upstream',
  texts: 'own',
  settings: [{ name: SETTING, description: 'Key of the fixture.', need: 'required' }],
  open: (host) => () => host.setting(SETTING) ?? '',
}

const upstream: Make = () =>
  defineTool({
    ...common,
    route: 'POST /api/fixture-upstream',
    name: 'Upstream',
    description: 'Uses a capability whose setting may be missing.',
    input: z.object({ key: z.string().optional().describe('Any text.') }),
    uses: { configured },
    output: z.object({ key: z.string() }),
    run: (_input, { configured }) => ({ key: configured }),
  })

const web: Capability<string> = {
  name: 'fixture-web',
  settings: [],
  texts: 'public',
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
  'fixture-short-deadline': waiting('fixture-short-deadline'),
  'fixture-short-deadline-stream': streaming('fixture-short-deadline-stream'),
  'fixture-slow': slow,
  'fixture-fault': fault,
  'fixture-bug': bug,
  'fixture-misfit': misfit,
  'fixture-picture': picture,
  'fixture-stream': streaming('fixture-stream'),
  'fixture-quick-idle-stream': streaming('fixture-quick-idle-stream'),
  'fixture-metered-stream': meteredStream,
  'fixture-long': long,
  'fixture-quoted': quoted,
  'fixture-metered': metered,
  'fixture-wallet': wallet,
  'fixture-upstream': upstream,
  'fixture-stranger': stranger,
}

const LIMITS: Readonly<Record<string, Partial<Limits>>> = {
  'fixture-short-deadline': { firstEventMs: HURRIED_MS },
  'fixture-short-deadline-stream': { firstEventMs: HURRIED_MS, totalMs: 8 * HURRIED_MS },
  'fixture-quick-idle-stream': { idleMs: HURRIED_MS },
}

/** One set per service, because what they record belongs to one service. */
export function createFixtures(): Fixtures {
  const recorder = createRunRecorder()
  const tools = Object.entries(FIXTURES).map(([slug, make]) => {
    const tool = nameTool(make(recorder), 'fixture', slug)
    return Object.assign(tool, { limits: { ...tool.limits, ...LIMITS[slug] } })
  })
  return { ...recorder, tools }
}
