import { defineFamily } from '../../../base/core/tool.ts'

export default defineFamily({
  title: 'Validation',
  description:
    'Codes, identifiers, addresses, colours, files and documents, checked by their own rules.',
})
