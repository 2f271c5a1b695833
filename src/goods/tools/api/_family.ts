import { defineFamily } from '../../../base/core/tool.ts'

export default defineFamily({
  title: 'API primitives',
  description: 'Requests, query strings, webhooks, retries and schemas of HTTP APIs.',
})
