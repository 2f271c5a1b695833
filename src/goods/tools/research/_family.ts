import { defineFamily } from '../../../base/core/tool.ts'

export default defineFamily({
  title: 'Market research',
  description: 'How much something is asked for, linked to, downloaded, traded or talked about.',
})
