import { text } from '../../surfaces/free-endpoint.ts'
import type { EndpointSpec } from '../endpoint.ts'
import { MODELS_ANSWER, openModels } from './_models.ts'

export default {
  path: '/v1/:tier/models',
  // The SDK of the messages wire adds `/v1` to the address that it is given.
  aliases: ['/v1/:tier/v1/models'],
  methods: ['GET'],
  access: 'public',
  summary: 'The language models of one tier.',
  inPath: {
    tier: text(
      'nano, auto, base, pro, premium, metered or grounded; embeddings, images, videos, speech or transcription.',
    ),
  },
  answer: MODELS_ANSWER,
  refusals: [404],
  open: openModels,
} satisfies EndpointSpec
