import { defineFamily } from '../../../base/core/tool.ts'

export default defineFamily({
  title: 'Language models',
  description:
    'Language models over three public APIs at flat prices: chat completions, messages and responses, streamed or whole, without an account.',
  formerly: 'llm',
})
