import { createLimit } from '../../call/limits.ts'
import { badInput, notFound } from '../../core/fault.ts'
import { countMessageTokens, listModels } from '../../llm/listing.ts'
import { count, flag, object, text } from '../../surfaces/free-endpoint.ts'
import { ok, type EndpointDefinition, type FreeParts } from '../endpoint.ts'

const ANSWER = object({
  object: text('`list`.'),
  data: { type: 'array', items: { type: 'object' }, description: 'Models, the best first.' },
  has_more: flag('Always false.'),
})

const open =
  ({ config }: FreeParts): ReturnType<EndpointDefinition['open']> =>
  (_request, { tier }) => {
    const data = listModels(config.setting, tier)
    if (!data) throw notFound(`No tier is called ${String(tier).slice(0, 40)}.`)
    const ends = { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null }
    return ok({ object: 'list', data, has_more: false, ...ends })
  }

/** Where the SDKs of both vendors look for models. */
export const models: EndpointDefinition = {
  id: 'models',
  path: '/v1/models',
  methods: ['GET'],
  access: 'public',
  summary: 'The language models that this instance serves.',
  answer: ANSWER,
  refusals: [],
  open,
}

export const tierModels: EndpointDefinition = {
  id: 'tier-models',
  path: '/v1/:tier/models',
  methods: ['GET'],
  access: 'public',
  summary: 'The language models of one tier.',
  inPath: { tier: text('nano, auto, base, pro or premium.') },
  answer: ANSWER,
  refusals: [404],
  open,
}

const COUNTS_PER_MINUTE = 120

export const countTokens: EndpointDefinition = {
  id: 'count-tokens',
  path: '/v1/messages/count_tokens',
  methods: ['POST'],
  access: 'public',
  summary: 'About how many tokens a request of the messages wire has.',
  input: { messages: { type: 'array', items: { type: 'object' }, description: 'As in a call.' } },
  required: ['messages'],
  answer: object({ input_tokens: count('Tokens, by the encoding o200k.') }),
  refusals: [400, 413, 429],
  open({ stores, now }) {
    const counts = createLimit('token counts', COUNTS_PER_MINUTE, { ...stores, now })
    return async (request) => {
      await counts.take(request.client)
      return ok({ input_tokens: await countMessageTokens(bodyOf(await request.text())) })
    }
  },
}

function bodyOf(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null) return { ...body }
  } catch {
    throw badInput('The body is not valid JSON.')
  }
  throw badInput('The body must be a JSON object.')
}
