import { rungTool } from './_rung.ts'

export default rungTool({
  rung: 'pro',
  path: '/api/route/execute-pro',
  name: 'Route and execute, pro',
  description:
    'Finds the best tool for a task, of this service or of another x402 seller, and runs it: for tools of up to two dollars.',
  pace: 'slow',
  example: { slug: 'hash', params: { text: 'hello' } },
})
