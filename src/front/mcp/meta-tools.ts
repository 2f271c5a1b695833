import type { CallToolResult, Tool as McpTool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Jobs } from '../../selling/call/jobs.ts'
import { checkedInput } from '../../selling/call/input-problems.ts'
import { lostMembers } from '../../selling/call/input.ts'
import { inputIn } from '../../selling/call/value-call.ts'
import { isInputText, readMessage } from '../../selling/call/value-message.ts'
import { entryOf } from '../../selling/catalog/entry.ts'
import { TOP_DEFAULT, TOP_MAX, type Find, type SearchListener } from '../../selling/catalog/find.ts'
import { badInput, notFound } from '../../base/core/fault.ts'
import { inputShape, outputSchema } from '../../base/core/shape.ts'
import { takesWork, type Tool } from '../../base/core/tool.ts'
import { isObject } from '../../base/lib/json-object.ts'
import { foundRows } from '../surfaces/found-rows.ts'
import { waysToPay } from '../surfaces/paying.ts'
import type { Shop } from '../surfaces/surface.ts'
import { isFree } from '../surfaces/surface.ts'
import { jsonResult } from './content.ts'
import { META } from './payments.ts'
import type { Caller, CallTool } from './tool-call.ts'

const readsOnly = { readOnlyHint: true, openWorldHint: false }

const Search = z.object({
  query: z.string().min(1).max(400).describe('The task, in words.'),
  limit: z.int().min(1).max(TOP_MAX).default(TOP_DEFAULT).describe('Results at most.'),
})
const Describe = z.object({ slug: z.string().describe('Slug of a tool, as the search told it.') })
const CallIt = z.object({
  slug: z.string().describe('Slug of a tool.'),
  params: z
    .union([z.record(z.string(), z.unknown()), z.string()])
    .default({})
    .describe('Its input: an object, or that object as JSON text.'),
  async: z
    .boolean()
    .default(false)
    .describe('Of a slow tool: answer a jobId at once, for job.get.'),
})
const NoInput = z.object({})
const JobGet = z.object({ jobId: z.string().max(100).describe('As the call answered it.') })

type Schema = McpTool['inputSchema']

const schemaOf = (input: z.ZodType): Schema => {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', override: saidOutright })
  return schema as Schema
}

/** An empty schema for further fields says the same as true, but strict readers warn of it. */
function saidOutright({ jsonSchema }: { jsonSchema: { additionalProperties?: unknown } }): void {
  const { additionalProperties: further } = jsonSchema
  if (isObject(further) && Object.keys(further).length === 0) jsonSchema.additionalProperties = true
}

/** Listed for every client: with these, the whole catalog is within reach. */
export const META_TOOLS: readonly McpTool[] = [
  {
    name: 'catalog.search',
    title: 'Find a tool',
    description:
      'Finds tools for a task among the whole catalog, best first. Then describe the best one, and call it.',
    inputSchema: schemaOf(Search),
    annotations: readsOnly,
  },
  {
    name: 'catalog.describe',
    title: 'Describe a tool',
    description: 'What a tool takes, answers and costs, with an example of its params.',
    inputSchema: schemaOf(Describe),
    annotations: readsOnly,
  },
  {
    name: 'catalog.call',
    title: 'Call a tool',
    description:
      'Calls any tool of the catalog. Unpaid, a tool that costs money answers what to pay; pay, and send the same call again.',
    inputSchema: schemaOf(CallIt),
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  },
  {
    name: 'payment.info',
    title: 'How to pay',
    description: 'How calls are paid, what is free, and the limits.',
    inputSchema: schemaOf(NoInput),
    annotations: readsOnly,
  },
  {
    name: 'job.get',
    title: 'State of a job',
    description: 'The state of a slow call that was made with async, and its answer.',
    inputSchema: schemaOf(JobGet),
    annotations: readsOnly,
  },
]

export interface MetaToolParts {
  readonly shop: Shop
  readonly find: Find
  readonly demand: SearchListener
  readonly jobs: Pick<Jobs, 'find'>
  readonly callTool: CallTool
  readonly freePerMinute: number
  readonly freePerHour: number
}

export type MetaTool = (input: unknown, caller: Caller) => Promise<CallToolResult> | CallToolResult

/** What each of them does, by name. Throws a fault for input that does not fit. */
export function createMetaTools(parts: MetaToolParts): Readonly<Record<string, MetaTool>> {
  const { shop, find, demand, jobs, callTool, freePerMinute, freePerHour } = parts
  const { catalog, site } = shop
  const everythingIsFree = isFree(shop)
  const isOpen = (tool: Tool): boolean => everythingIsFree || takesWork(tool)

  function toolOf(slug: string): Tool {
    const tool = catalog.bySlug(slug)
    if (tool) return tool
    throw notFound(`slug: no tool is called ${slug.slice(0, 60)}; find one with catalog.search.`)
  }

  return {
    'catalog.search': checked(Search, async ({ query, limit }, { client }) => {
      const { results, matched, rarestTermCovered, confidence } = await find(query, limit)
      const isMet = matched > 0 && rarestTermCovered
      demand.note({ query, client, isMet, nearest: results[0]?.slug ?? null })
      return jsonResult({ query, matched, confidence, results: foundRows(results, shop) })
    }),
    'catalog.describe': checked(Describe, ({ slug }) => {
      const tool = toolOf(slug)
      const { name, description, price, category, docs, available } = entryOf(tool, site)
      return jsonResult({
        slug,
        name,
        description,
        price,
        free: isOpen(tool),
        rails: shop.till.railsFor(tool),
        category,
        available,
        slow: tool.spec.pace === 'slow',
        // An example inside the schema is read by programs as well as by models.
        inputSchema: { ...inputShape(tool).schema, examples: [tool.spec.examples[0].input] },
        outputSchema: outputSchema(tool),
        docs,
      })
    }),
    'catalog.call': checked(CallIt, ({ slug, params, async: isJob }, caller) =>
      callTool(
        {
          tool: toolOf(slug),
          input: inputIn(params),
          isJob,
          wrap: (result) => ({ slug, result }),
        },
        typeof params === 'string' ? alsoLosing(params, caller) : caller,
      ),
    ),
    'payment.info': checked(NoInput, () =>
      jsonResult({
        free: everythingIsFree
          ? 'Everything is free on this instance.'
          : `${catalog.tools.filter(takesWork).length} tools that need nothing from outside are free through this connector: ${freePerMinute} calls a minute and ${freePerHour} an hour for one address. Search marks them as free.`,
        billing: 'Only a result without isError is charged.',
        x402: `Sign one of accepts in the structuredContent of an unpaid result, and send the same call with _meta["${META.x402Payment}"].`,
        mpp: `Answer a challenge of _meta["${META.mppChallenges}"] in "${META.mppCredential}".`,
        credits: `Send Authorization: Bearer <CREDITS_KEY> with every request; it pays for what is not free. See ${site.baseUrl}/credits.`,
        wallet:
          'Desktop clients can run `npm run mcp` beside them: it pays from a wallet of their own within limits of their own.',
        repeat: `The same call with the same _meta["${META.idempotencyKey}"] and payer gets the kept answer and is not charged again.`,
        unknown: `A result with a resumeToken says that the payment may have moved: send the same call with _meta["${META.resumeToken}"] and no payment.`,
        overHttp: waysToPay(shop),
        rails: shop.till.describe(),
      }),
    ),
    'job.get': checked(JobGet, async ({ jobId }) => {
      const job = await jobs.find(jobId)
      if (job) return jsonResult({ ...job })
      throw notFound('jobId: no such job; it is wrong, or older than one hour.')
    }),
  }
}

/** Reading params that are a text loses members too. */
const alsoLosing = (params: string, caller: Caller): Caller => ({
  ...caller,
  lostMembers: async () => [
    ...((await caller.lostMembers?.()) ?? []),
    ...(await lostMembers(params, '/params/arguments/params')),
  ],
})
const PARAMS = [['params']]

function checked<Input extends z.ZodObject>(
  schema: Input,
  answer: (input: z.output<Input>, caller: Caller) => Promise<CallToolResult> | CallToolResult,
): MetaTool {
  return (input, caller) => {
    if (!isInputText(input)) return answer(checkedInput(schema, input), caller)
    // All of them but the params of a call is short.
    const read = readMessage(input.json, PARAMS, { what: 'arguments', at: input.at })
    if (!read) throw badInput('arguments: is not valid JSON.')
    const whole = checkedInput(schema, read.value) as Readonly<Record<string, unknown>>
    const params = read.inputOf(whole['params'])
    return answer({ ...whole, ...(params !== undefined && { params }) } as never, caller)
  }
}
