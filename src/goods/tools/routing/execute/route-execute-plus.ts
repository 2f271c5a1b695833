import { rungTool } from './_rung.ts'

export default rungTool({
  rung: 'plus',
  path: '/api/route/execute-plus',
  name: 'Route and execute, plus',
  description:
    'Finds the best tool for a task, of this service or of another x402 seller, and runs it: for tools of up to ten cents.',
  example: { slug: 'hash', params: { text: 'hello' } },
})
