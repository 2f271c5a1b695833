import { z } from 'zod'
import type { InnerTool } from '../../../../base/core/capability.ts'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { jsonObject } from '../../../../base/lib/json-guard.ts'
import { isObject, type JsonObject } from '../../../../base/lib/json-object.ts'
import { listUsdOf, ended, ownTools, quoteFor, refuseIfNone, type OwnTools } from './_own-tools.ts'

const STEPS_MAX = 10
const PARAMS_LIMITS = { bytesMax: 200 * 1024, valuesMax: 10_000 }
const RESULT_MAX = 2_000_000
/** `$.id.path` is a part of an earlier result; `$$.` begins a text that begins with `$.`. */
const REFERENCE = /^\$\.([A-Za-z][\w-]*)((?:\.[^.[\]]+|\[\d+\])*)$/
const REFERENCES_MAX = 50
/** Of all that one step takes over, as JSON: fifty parts of a large result would be many. */
const TAKEN_MAX = 2_000_000

export default defineTool({
  route: 'POST /api/pipeline-run',
  name: 'Pipeline run',
  description:
    'Chain up to 10 tools of this catalog in one paid call; a step takes parts of the results of earlier steps.',
  asks: [
    'chain several catalog tools, results passed from step to step',
    'chain of steps in one call',
    'several tools one after the other in one call',
    'feed the output of one into the next',
  ],
  price: {
    from: '$0.010',
    quote: async ({ steps }, { ownTools }) => quoteFor(await toolsOf(ownTools, steps)),
  },
  uses: { ownTools },
  limits: { firstEventMs: 120_000 },
  input: z.object({
    steps: z
      .array(
        z.object({
          id: z
            .string()
            .regex(/^[A-Za-z][\w-]{0,39}$/, 'must be a letter, then letters, digits, - or _')
            .describe('Name of the step, for those after it.'),
          slug: z.string().min(1).max(100).describe('The tool, by its name in the catalog.'),
          params: jsonObject(PARAMS_LIMITS)
            .default({})
            .describe('Its input; a text "$.id.path" stands for that part of an earlier result.'),
        }),
      )
      .min(1)
      .max(STEPS_MAX)
      .describe('1 to 10 steps, run in order.'),
    onError: z
      .enum(['stop', 'continue'])
      .default('stop')
      .describe('What a failed step does to those after it.'),
  }),
  output: z.object({
    steps: z
      .array(
        z.object({
          id: z.string().describe('Name of the step.'),
          slug: z.string().describe('The tool.'),
          ok: z.boolean().describe('Whether it gave an answer.'),
          result: z.unknown().describe('Its answer; null without one.'),
          error: z.string().nullable().describe('Why it gave none.'),
          elapsedMs: z.int().describe('How long it took.'),
        }),
      )
      .describe('The steps that ran.'),
    result: z.unknown().describe('Answer of the last step; null where that failed or did not run.'),
    ok: z.boolean().describe('Whether every step gave an answer.'),
    listUsd: z.number().describe('What the steps would cost one by one.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: {
        steps: [
          { id: 'a', slug: 'hash', params: { text: 'hello' } },
          { id: 'b', slug: 'hash', params: { text: '$.a.hex' } },
        ],
      },
    },
  ],

  async run({ steps, onError }, { ownTools, signal, now }) {
    const tools = await toolsOf(ownTools, steps)
    const results = new Map<string, unknown>()
    const rows = []
    for (const { id, slug, params } of steps) {
      signal.throwIfAborted()
      const since = now()
      const end = await ended(async () => {
        const result = await ownTools.run(slug, filledIn(params, results) as JsonObject)
        if (JSON.stringify(result).length > RESULT_MAX)
          throw badInput(`steps: ${slug} answers more than ${RESULT_MAX / 1_000_000} MB.`)
        return result
      })
      if (end.ok) results.set(id, end.result)
      rows.push({ id, slug, elapsedMs: now() - since, end })
      if (!end.ok && onError === 'stop') break
    }
    const ends = rows.map(({ end }) => end)
    refuseIfNone(ends, 'step')
    const last = rows.length === steps.length ? ends.at(-1) : undefined
    return {
      steps: rows.map(({ id, slug, elapsedMs, end: { ok, result, error } }) => ({
        id,
        slug,
        ok,
        result,
        error,
        elapsedMs,
      })),
      result: last?.result ?? null,
      ok: last !== undefined && ends.every(({ ok }) => ok),
      listUsd: listUsdOf(tools),
    }
  },
})

interface Named {
  readonly id: string
  readonly slug: string
  readonly params: JsonObject
}

/** The tool of each step, once the steps refer to each other as they may. */
async function toolsOf(ownTools: OwnTools, steps: readonly Named[]): Promise<readonly InnerTool[]> {
  checkReferences(steps)
  return Promise.all(steps.map(({ slug }, at) => ownTools.toolNamed(slug, `steps.${at}.slug`)))
}

/** Each step has a name of its own, and refers to steps before it. */
function checkReferences(steps: readonly Named[]): void {
  const before = new Set<string>()
  for (const [at, { id, params }] of steps.entries()) {
    if (before.has(id)) throw badInput(`steps.${at}.id: ${id} is the name of two steps.`)
    const texts: string[] = []
    replaced(params, (text) => texts.push(text))
    if (texts.length > REFERENCES_MAX)
      throw badInput(`steps.${at}.params: has more than ${REFERENCES_MAX} references.`)
    for (const text of texts) {
      const [, name = ''] = REFERENCE.exec(text) ?? []
      if (!before.has(name))
        throw badInput(
          `steps.${at}.params: ${text.slice(0, 100)} refers to no earlier step; ` +
            'write "$.id.path" with the id of one, or "$$." for a text that begins with "$."',
        )
    }
    before.add(id)
  }
}

/** The input of a step with the parts that it refers to. */
function filledIn(params: JsonObject, results: ReadonlyMap<string, unknown>): unknown {
  let left = TAKEN_MAX
  return replaced(params, (text) => {
    const [, id = '', path = ''] = REFERENCE.exec(text) ?? []
    if (!results.has(id)) throw badInput(`${text}: the step ${id} gave no answer.`)
    let part = results.get(id)
    for (const [, name, index] of path.matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)) {
      const key = name ?? index ?? ''
      const isThere = (isObject(part) || Array.isArray(part)) && Object.hasOwn(part, key)
      if (!isThere) throw badInput(`${text}: the answer of ${id} has no such part.`)
      part = (part as JsonObject)[key]
    }
    left -= JSON.stringify(part).length
    if (left < 0)
      throw badInput(
        `${text}: the step takes over more than ${TAKEN_MAX / 1_000_000} MB of results.`,
      )
    return part
  })
}

function replaced(value: unknown, by: (reference: string) => unknown): unknown {
  if (typeof value === 'string')
    return value.startsWith('$.') ? by(value) : value.startsWith('$$.') ? value.slice(1) : value
  if (Array.isArray(value)) return value.map((one) => replaced(one, by))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaced(one, by)]))
}
