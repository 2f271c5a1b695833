import { defineFamily } from '../../../base/core/tool.ts'

export default defineFamily({
  title: 'AI and compute',
  description:
    'Tasks that a language model does, with answers in a fixed shape, and programs, queries and vectors that are run.',
  formerly: 'ai',
})
