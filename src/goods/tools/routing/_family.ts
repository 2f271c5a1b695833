import { defineFamily } from '../../../base/core/tool.ts'

export default defineFamily({
  title: 'Routing and delegation',
  description: 'Calls of remote tools and agents, and several calls in one.',
})
