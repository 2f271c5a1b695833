import { notFound } from '../../../base/core/fault.ts'
import { listModels } from '../../../capabilities/llm/listing.ts'
import { count, flag, object, text } from '../../surfaces/free-endpoint.ts'
import { ok, type EndpointSpec } from '../endpoint.ts'

/** As both SDKs read it. */
export const MODEL_ANSWER = object({
  id: text('How a request names it.'),
  object: text('`model`.'),
  type: text('`model`.'),
  created: count('Date of the table that names it, in seconds since the epoch.'),
  created_at: text('The same as a date.'),
  owned_by: text('Its vendor.'),
  display_name: text('The same as the id.'),
})

export const MODELS_ANSWER = object({
  object: text('`list`.'),
  data: { type: 'array', items: MODEL_ANSWER, description: 'Models, the best first.' },
  has_more: flag('Always false.'),
})

export const openModels: EndpointSpec['open'] =
  (_parts, { read }) =>
  (_request, { tier }) => {
    const data = listModels(read, tier)
    if (!data) throw notFound(`No tier is called ${String(tier).slice(0, 40)}.`)
    const ends = { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null }
    return ok({ object: 'list', data, has_more: false, ...ends })
  }
