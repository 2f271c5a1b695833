import { defineFamily } from '../../../base/core/tool.ts'

export default defineFamily({
  title: 'Text',
  description: 'Finding, comparing, cleaning and measuring text.',
})
