import { defineFamily } from '../../../base/core/tool.ts'

export default defineFamily({
  title: 'Encoding and crypto',
  description: 'Codecs, digests, tokens, keys, certificates and archives.',
})
