import { defineFamily } from '../../../base/core/tool.ts'

export default defineFamily({
  title: 'AI tasks',
  description: 'Tasks that a language model does, with answers in a fixed shape.',
})
