import { z } from 'zod'
import { usd } from '../../../base/core/money.ts'
import { defineTool, type Asks } from '../../../base/core/tool.ts'
import { gatewayFor } from '../../../capabilities/llm/gateway.ts'
import { threads, type Threads } from '../../../engines/threads/threads.ts'
import { liteSearch } from '../../../capabilities/upstreams/lite-search.ts'
import { errorsOf } from './_errors.ts'
import { ROWS, type TierRow } from './_tier-rows.ts'
import type { WireName } from '../../../capabilities/llm/wires/policy.ts'

const STEPS = ROWS.flatMap(({ tier, price }) => (tier ? [{ tier, price: usd(price) }] : []))

const METERED: TierRow = {
  tier: null,
  title: 'metered',
  part: 'metered',
  price: '$0.001',
  by: 'the model that the request names, priced by its tokens',
  words: ['model of my choice, pay per token', 'metered price quoted from the request body'],
}

/** The tier `auto`, after a search of the web. */
const GROUNDED: TierRow = {
  tier: 'auto',
  title: 'grounded',
  part: 'grounded',
  price: '$0.030',
  by: 'a model that has searched the web, with citations, at a flat price',
  words: ['model with web sources', 'grounded model that cites live search results'],
}

/** `v1-chat-nano` and `/v1/nano/chat/completions`; `v1-chat` and `/v1/chat/completions`. */
const slugOf = (wire: string, { part }: TierRow): string =>
  part === '' ? `v1-${wire}` : `v1-${wire}-${part}`

const placeOf = ({ part }: TierRow): `/v1${string}` => (part === '' ? '/v1' : `/v1/${part}`)

/**
 * Limits of time for the models of the slowest tier: until the first event, between events, in all.
 */
const LIMITS = { firstEventMs: 170_000, idleMs: 130_000, totalMs: 900_000 } as const

/** Most of it are pictures within messages. */
const BODY_BYTES_MAX = 8 * 1024 * 1024

/** The questions of a tool: the name of its wire, and what it buys there. */
const asksOf = (wire: string, { words }: TierRow): Asks => [
  `${wire} by a ${words[0]}`,
  `${wire}, ${words[1]}`,
]

type Example = Readonly<Record<string, unknown>>

/** A public wire, as a buyer sees it. */
interface TextWire {
  readonly wire: WireName
  /** The end of its paths: what follows `/v1` or `/v1/{tier}`. */
  readonly path: `/${string}`
  /** Another end, for an SDK that adds more to its base address. */
  readonly alias?: `/${string}`
  /** Headers of its clients that stand for fields. */
  readonly headers?: Readonly<Record<string, string>>
  /** What a buyer calls one call of it. */
  readonly name: string
  readonly describe: (row: TierRow) => string
  /** The name of the wire in a question. */
  readonly asked: string
  /** Questions in plain words, for the tool of the tier that no path names. */
  readonly plainly?: readonly [string, string]
  /** Fields beside `model` and `stream`, which every wire has. */
  readonly input: z.ZodRawShape
  /** Fields beside `id`, `model` and `usage`, which every wire has. */
  readonly output: z.ZodRawShape
  readonly example: Example
}

/** One tool for each way to buy an answer of a wire. */
export const textTools = (spec: TextWire) =>
  Object.fromEntries([
    ...ROWS.map((row) => [slugOf(spec.wire, row), flatTool(spec, row)]),
    [slugOf(spec.wire, METERED), meteredTool(spec)],
    [slugOf(spec.wire, GROUNDED), groundedTool(spec)],
  ])

const flatTool = (spec: TextWire, row: TierRow) =>
  defineTool({
    ...common(spec, row),
    price: row.price,
    uses: { gateway: gatewayFor(row.tier), threads },
    run: (body, { gateway: models, threads: lent }) =>
      models.answer(askedOf(spec, row, { body, threads: lent })),
  })

const meteredTool = (spec: TextWire) =>
  defineTool({
    ...common(spec, METERED),
    price: {
      from: METERED.price,
      quote: (body, { gateway: models, threads: lent }) =>
        models.quote(askedOf(spec, METERED, { body, threads: lent })),
      payloadsTellCost: true,
    },
    uses: { gateway: gatewayFor(null), threads },
    run: (body, { gateway: models, threads: lent }) =>
      models.answer(askedOf(spec, METERED, { body, threads: lent })),
  })

const groundedTool = (spec: TextWire) =>
  defineTool({
    ...common(spec, GROUNDED),
    price: GROUNDED.price,
    uses: { gateway: gatewayFor(GROUNDED.tier), liteSearch, threads },
    run: (body, { gateway: models, liteSearch: search, threads: lent }) =>
      models.answer({ ...askedOf(spec, GROUNDED, { body, threads: lent }), search }),
  })

const askedOf = (
  { wire }: TextWire,
  { tier, price }: TierRow,
  { body, threads: lent }: { readonly body: Example; readonly threads: Threads },
) => ({ wire, tier, price: usd(price), steps: STEPS, body, threads: lent })

const common = (spec: TextWire, row: TierRow) =>
  ({
    route: `POST ${placeOf(row)}${spec.path}`,
    aliases: spec.alias ? [`${placeOf(row)}${spec.alias}` as const] : [],
    inputHeaders: spec.headers ?? {},
    refusalShape: errorsOf(spec.wire),
    name: `${spec.name}, ${row.title ?? row.tier}`,
    description: spec.describe(row),
    asks: (row.part === '' && spec.plainly) || asksOf(spec.asked, row),
    limits: LIMITS,
    bodyBytesMax: BODY_BYTES_MAX,
    input: z.looseObject({
      ...spec.input,
      model: modelField(row),
      stream: z.boolean().nullish().describe('Whether to stream the answer as server-sent events.'),
    }),
    output: z.looseObject({
      id: z.string(),
      model: z.string().describe('The model that answered.'),
      ...spec.output,
      usage: z.looseObject({}).describe('Tokens, and the cost of the call in dollars.'),
    }),
    examples: [{ input: row.tier ? spec.example : { ...spec.example, model: EXAMPLE_MODEL } }],
  }) as const

const EXAMPLE_MODEL = 'openai/gpt-6-luna'

/** The field is read in the same way whether it is required or not. */
function modelField({ tier }: TierRow): z.ZodOptional<z.ZodString> {
  const name = z.string().min(1).max(200)
  const field: z.ZodType = tier
    ? name.optional().describe('A model of this tier to ask first; any other name is ignored.')
    : name.describe('The model to ask, as `/v1/models` lists it.')
  return field as z.ZodOptional<z.ZodString>
}

/** The messages of a conversation, each with its role. */
export const conversationOf = (api: string) =>
  z
    .array(z.looseObject({ role: z.string() }))
    .min(1)
    .max(2_000)
    .describe(`The conversation, as in ${api}.`)

export const functionsToCall = z.array(z.looseObject({})).max(256)
