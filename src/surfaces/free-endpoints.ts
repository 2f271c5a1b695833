import { TOP_DEFAULT, TOP_MAX } from '../catalog/find.ts'
import type { JsonSchema } from '../core/shape.ts'

/** A free endpoint that is not a document, as the documents describe it. */
export interface FreeEndpoint {
  readonly path: `/${string}`
  readonly methods: readonly ('get' | 'post')[]
  readonly summary: string
  /** What GET takes in the query, and POST in the body. */
  readonly input?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  /** What stands in the path. */
  readonly inPath?: Readonly<Record<string, JsonSchema>>
  /** Needs a credits key. */
  readonly keyed?: true
  readonly answer: JsonSchema
  /** Statuses other than 200. */
  readonly refusals: readonly number[]
}

const text = (description: string): JsonSchema => ({ type: 'string', description })
const number = (description: string): JsonSchema => ({ type: 'number', description })
const count = (description: string): JsonSchema => ({ type: 'integer', description })
const flag = (description: string): JsonSchema => ({ type: 'boolean', description })
const object = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

/** What can be asked for without paying. */
export const FREE = {
  find: {
    path: '/api/find',
    methods: ['get', 'post'],
    summary: 'The tools for a task, best first.',
    input: {
      q: text('The task, in words.'),
      k: {
        type: 'integer',
        minimum: 1,
        maximum: TOP_MAX,
        default: TOP_DEFAULT,
        description: 'How many results at most; values outside are clamped.',
      },
    },
    answer: { $ref: '#/components/schemas/Found' },
    refusals: [400],
  },
  challenge: {
    path: '/api/pow/challenge',
    methods: ['get'],
    summary: 'A proof-of-work challenge that pays for one call of one tool.',
    input: { slug: text('The tool to be paid for.') },
    required: ['slug'],
    answer: object({
      challenge: text('Text to be hashed with the nonce.'),
      difficulty: count('How many leading zero bits sha256(challenge + ":" + nonce) must have.'),
      token: text('Goes back in `X-Pow-Solution: <token>:<nonce>`.'),
      expiresAt: count('Seconds since the epoch.'),
    }),
    refusals: [400, 404, 429],
  },
  balance: {
    path: '/api/credits/balance',
    methods: ['get'],
    summary: 'What is left on a credits key.',
    keyed: true,
    answer: object({ balanceUsd: number('What is left, in dollars.') }),
    refusals: [401],
  },
  jobs: {
    path: '/api/jobs/{jobId}',
    methods: ['get'],
    summary: 'A job that was started with `Prefer: respond-async`. Its link is its only key.',
    inPath: { jobId: text('As the 202 told it.') },
    answer: { $ref: '#/components/schemas/Job' },
    refusals: [404],
  },
  health: {
    path: '/health',
    methods: ['get'],
    summary: 'Whether the service answers, and what it holds.',
    answer: object({
      ok: flag('True.'),
      meta: object({ toolCount: count('Tools for sale.'), build: text('The build that runs.') }),
    }),
    refusals: [],
  },
  stats: {
    path: '/api/stats',
    methods: ['get'],
    summary: 'What was sold, counted.',
    answer: { type: 'object' },
    refusals: [],
  },
  reliability: {
    path: '/api/reliability',
    methods: ['get'],
    summary: 'How calls ended over the last day and month.',
    answer: { type: 'object' },
    refusals: [],
  },
} as const satisfies Readonly<Record<string, FreeEndpoint>>
