import { standIn } from './define.ts'

const cite = (mark: object) => `<citation>${JSON.stringify(mark)}</citation>`
const BULLETIN = {
  start_index: 0,
  end_index: 28,
  number: 3,
  url: 'https://iers.example/bulletin-c',
  favicon: 'https://imgs.example/f',
  snippet: 'No leap second will be introduced.',
}

/** Deltas as they come: marks may be cut in two. */
const [before, after] = [cite(BULLETIN).slice(0, 20), cite(BULLETIN).slice(20)]
const DELTAS = [
  'No leap second is scheduled.',
  before,
  after,
  ' They end by 2035.',
  cite({ number: 1, url: 'https://bipm.example/2035' }),
  cite(BULLETIN),
  '<usage>{"X-Request-Queries":1}</usage>',
]

function event(content: string): string {
  const choices = [{ index: 0, delta: { role: 'assistant', content } }]
  return `data: ${JSON.stringify({ model: 'brave', choices })}\n\n`
}

export default standIn({
  at: 'UPSTREAM_BRAVE_ANSWERS_URL',
  settings: { BRAVE_ANSWERS_API_KEY: 'brave-answers-key' },
  answer({ path, headers, body }) {
    if (path !== '/res/v1/chat/completions') return undefined
    if (headers['x-subscription-token'] !== 'brave-answers-key')
      return new Response('{}', { status: 401 })
    const { stream, model, enable_citations: marked } = JSON.parse(body) as Record<string, unknown>
    if (stream !== true || model !== 'brave' || marked !== true)
      return new Response('{}', { status: 422 })
    return new Response(`${DELTAS.map(event).join('')}data: [DONE]\n\n`, {
      headers: { 'content-type': 'text/event-stream' },
    })
  },
})
