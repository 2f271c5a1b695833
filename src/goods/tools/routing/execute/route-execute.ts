import { rungTool } from './_rung.ts'

export default rungTool({
  rung: 'execute',
  path: '/api/route/execute',
  name: 'Route and execute',
  description:
    'Picks the best paid tool for a task, of this service or of another x402 seller, buys it through its own wallet and runs it: for tools of up to a cent.',
  asks: [
    'pick a paid tool for my task and run it',
    'buy from another x402 seller through you',
    'find the right tool and run it',
    'I do not know which tool to use, just do it',
  ],
  example: { query: 'sha256 of hello', params: { text: 'hello' } },
})
