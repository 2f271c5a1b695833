import type { EndpointSpec } from '../endpoint.ts'
import { MODELS_ANSWER, openModels } from './_models.ts'

/** The path that the SDKs of both vendors read models from. */
export default {
  path: '/v1/models',
  // The SDK of the messages wire adds `/v1` to the address that it is given.
  aliases: ['/v1/v1/models'],
  methods: ['GET'],
  access: 'public',
  summary: 'The language models that this instance serves.',
  answer: MODELS_ANSWER,
  refusals: [],
  open: openModels,
} satisfies EndpointSpec
