import { z } from 'zod'
import type { Uses } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import type { Dollars } from '../../base/core/money.ts'
import {
  defineTool,
  type Asks,
  type Context,
  type Example,
  type ToolSpec,
} from '../../base/core/tool.ts'
import { reportToolsOf, type ReportTools, type ToolRunner, type Missing } from './_report-tools.ts'
import { assembled, type Draft, type Section } from './_document.ts'

export const formatField = z
  .enum(['markdown', 'json'])
  .default('markdown')
  .describe('json leaves `report` null; the sections are in the answer in either case.')

/** One product of a report file. */
export interface Tier<G, P> {
  readonly route: `POST /v1/${string}`
  readonly price: Dollars
  readonly name: string
  readonly description: string
  readonly asks: Asks
  readonly examples: readonly [Example<G, unknown>, ...Example<G, unknown>[]]
  /** The settings by which it differs from the other tiers. */
  readonly plan: P
}

/** How a report was made. */
export interface ReportOrigin {
  readonly writer: string
  readonly searchesRun?: number
  readonly sourcesConsulted?: number
  readonly verified?: number
  readonly dropped?: number
  readonly repaired?: number
}

export interface Composed<F> {
  readonly draft: Draft
  readonly fields: F
  readonly made?: ReportOrigin
}

interface ReportSpec<
  B extends z.ZodObject,
  F extends z.ZodRawShape,
  U extends Uses & { readonly runner: Uses[string] },
  P,
  Gathered,
> {
  readonly body: B
  /** Two fields of which one is required. It is checked before a card is charged. */
  readonly oneOf?: readonly [string, string]
  /** The fields in addition to those of every report. */
  readonly fields: F
  readonly uses: U
  readonly needs: readonly (string | readonly string[])[]
  readonly pace?: 'slow'
  readonly tiers: Readonly<Record<string, Tier<z.input<B>, P>>>
  /** Calls the tools. Throws `not_found` if there is nothing to write about. */
  gather(
    given: z.output<B>,
    tools: ReportTools,
    plan: P,
    used: Context<U, 'anyone'>,
  ): Promise<Gathered>
  /** Makes the report from the gathered answers. */
  compose(
    gathered: Gathered,
    making: { readonly given: z.output<B>; readonly tools: ReportTools; readonly plan: P },
    used: Context<U, 'anyone'>,
  ): Promise<Composed<z.input<z.ZodObject<F>>>> | Composed<z.input<z.ZodObject<F>>>
}

const Common = {
  report: z.string().nullable().describe('The report as Markdown; null with format json.'),
  sections: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        sentences: z.array(
          z.object({
            text: z.string(),
            citations: z.array(z.int()).describe('Numbers of sources, as `[n]` in the report.'),
          }),
        ),
        table: z.string().optional().describe('Name of the table after the sentences.'),
      }),
    )
    .describe('The report in parts.'),
  sources: z
    .array(
      z.object({
        n: z.int(),
        title: z.string(),
        url: z.string(),
        publisher: z.string().nullable(),
        publishedAt: z.string().nullable(),
        retrievedAt: z.string().describe('When its text was read.'),
        sha256: z.string().describe('Of the text that was read, in UTF-8.'),
        quotes: z
          .array(z.object({ id: z.string(), text: z.string() }))
          .describe('Word by word as they stand in that text.'),
        record: z.string().optional().describe('The whole text, where it is a short record.'),
      }),
    )
    .describe('What is cited, in the order of first use.'),
  tables: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      columns: z.array(z.string()),
      rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
      chart: z
        .object({
          kind: z.enum(['bars', 'lines', 'rows']),
          labels: z.int(),
          values: z.array(z.int()),
          says: z.string(),
        })
        .optional()
        .describe('How its page draws it: columns by their place, from 0.'),
    }),
  ),
  wordCount: z.int(),
  format: z.enum(['markdown', 'json']),
  generatedIso: z.string(),
  meta: z.object({
    tier: z.string(),
    writer: z
      .string()
      .describe('rules: from records by rules; extractive: sentences of the sources; or a model.'),
    searchesRun: z.int(),
    sourcesConsulted: z.int(),
    sourcesCited: z.int(),
    citations: z.object({
      sentences: z.int(),
      cited: z.int(),
      verified: z.int(),
      dropped: z.int(),
      repaired: z.int(),
    }),
    tookMs: z.int(),
  }),
}

/** Defines the reports of one file. Each tier is a tool; all tiers share `gather` and `compose`. */
export function defineReport<
  B extends z.ZodObject,
  F extends z.ZodRawShape,
  const U extends Uses & { readonly runner: Uses[string] },
  P,
  Gathered,
>(spec: ReportSpec<B, F, U, P, Gathered>): Readonly<Record<string, ToolSpec>> {
  const output: z.ZodType = z.object({ ...Common, ...spec.fields })
  const input: z.ZodObject = spec.oneOf ? withOneOf(spec.body, spec.oneOf) : spec.body
  const uses: Uses = spec.uses
  const tiers = Object.entries(spec.tiers).map(([tier, { plan, ...told }]) => {
    const tool = defineTool({
      ...told,
      payableBy: 'wallets',
      ...(spec.pace && { pace: spec.pace }),
      uses,
      needs: spec.needs,
      input,
      output,
      examples: told.examples,
      run: async (asked, used) => {
        const given = asked as z.output<B>
        const context = used as unknown as Context<U, 'anyone'>
        const { signal, now } = used
        const runner = (used as unknown as { readonly runner: ToolRunner }).runner
        const startedMs = now()
        const tools = reportToolsOf(runner, signal, now)
        runner.progress({ stage: 'gather', done: 0, total: null })
        const gathered = await spec.gather(given, tools, plan, context)
        runner.progress({ stage: 'compose', done: tools.asked.good, total: tools.asked.all })
        const composed = await spec.compose(gathered, { given, tools, plan }, context)
        return answerOf(composed, { tier, given, tools, startedMs })
      },
    })
    return [tier, tool] as const
  })
  return Object.fromEntries(tiers)
}

const withOneOf = (body: z.ZodObject, [first, second]: readonly [string, string]): z.ZodObject =>
  body.refine((given) => given[first] !== undefined || given[second] !== undefined, {
    path: [first],
    error: `is required, or ${second}`,
  })

interface AnswerParts {
  readonly tier: string
  readonly given: Readonly<Record<string, unknown>>
  readonly tools: ReportTools
  readonly startedMs: number
}

function answerOf({ draft, fields, made }: Composed<object>, ending: AnswerParts) {
  const { tier, given, tools, startedMs } = ending
  const lost = lostSection(draft, tools.missing)
  const { report, ...parts } = assembled({ ...draft, sections: [...draft.sections, lost] })
  const sentences = parts.sections.flatMap((section) => section.sentences)
  const cited = sentences.filter(({ citations }) => citations.length > 0).length
  const format = given['format'] === 'json' ? ('json' as const) : ('markdown' as const)
  return {
    ...fields,
    report: format === 'json' ? null : report,
    ...parts,
    tables: parts.tables.map((table) => ({ ...table })),
    format,
    generatedIso: new Date(tools.now()).toISOString(),
    meta: {
      tier,
      writer: made?.writer ?? 'rules',
      searchesRun: made?.searchesRun ?? 0,
      sourcesConsulted: made?.sourcesConsulted ?? tools.asked.good,
      sourcesCited: parts.sources.length,
      citations: {
        sentences: sentences.length,
        cited,
        verified: made?.verified ?? cited,
        dropped: made?.dropped ?? 0,
        repaired: made?.repaired ?? 0,
      },
      tookMs: Math.max(0, Math.round(tools.now() - startedMs)),
    },
  }
}

const LOST = 'What was not found'

/**
 * The section on missing parts. It is always present, so that readers know whether a part failed.
 */
function lostSection({ sections }: Draft, missing: readonly Missing[]): Section {
  const own = sections.find(({ id }) => id === 'not-found')
  if (own) throw new Error('the section not-found is made of what is missing')
  const sentences = missing.map(({ part, why }) => ({ text: `${part}: ${why}`, quotes: [] }))
  const none = [{ text: 'Everything that was asked for was found.', quotes: [] }]
  return { id: 'not-found', title: LOST, sentences: sentences.length > 0 ? sentences : none }
}

/** There is nothing to write about, and nothing is charged. */
export const nothingFound = (message: string, body: Readonly<Record<string, unknown>>): Fault =>
  new Fault('not_found', message, { body })

/** Fails the report if every tool failed, with the fault of the first one. */
export function refuseIfAllFailed({ asked, faults }: ReportTools): void {
  const [first] = faults
  if (!first || asked.good > 0) return
  const { code, message, detail } = first
  const { retryAfterSeconds } = detail
  throw new Fault(code, `No source answered: ${message}`, {
    cause: first,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}
