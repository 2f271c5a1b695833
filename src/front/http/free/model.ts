import { notFound } from '../../../base/core/fault.ts'
import { findModel } from '../../../capabilities/llm/listing.ts'
import { text } from '../../surfaces/free-endpoint.ts'
import { ok, type EndpointSpec } from '../endpoint.ts'
import { MODEL_ANSWER } from './_models.ts'

export default {
  path: '/v1/models/:model',
  // A slash in a name need not be encoded, and an SDK adds its path to the address of a tier.
  aliases: [
    '/v1/models/:vendor/:model',
    '/v1/:tier/models/:model',
    '/v1/:tier/models/:vendor/:model',
    '/v1/:tier/v1/models/:model',
  ],
  methods: ['GET'],
  access: 'public',
  summary: 'One language model that this instance serves.',
  inPath: { model: text('As the list names it.') },
  answer: MODEL_ANSWER,
  refusals: [404],
  open:
    (_parts, { read }) =>
    (_request, { vendor, model = '' }) => {
      const id = vendor === undefined ? model : `${vendor}/${model}`
      const found = findModel(read, id)
      if (!found)
        throw notFound(
          `No model is called ${id.slice(0, 100)}; see /v1/models, or /v1/embeddings/models and /v1/images/models.`,
        )
      return ok(found)
    },
} satisfies EndpointSpec
