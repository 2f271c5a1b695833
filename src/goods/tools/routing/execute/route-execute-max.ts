import { rungTool } from './_rung.ts'

export default rungTool({
  rung: 'max',
  path: '/api/route/execute-max',
  name: 'Route and execute, max',
  description:
    'Finds the best tool for a task, of this service or of another x402 seller, and runs it: for tools of up to sixty cents.',
  pace: 'slow',
  example: { slug: 'hash', params: { text: 'hello' } },
})
