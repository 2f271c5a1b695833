import type { Answering, Settings } from '../upstreams/define.ts'

/** Pictures, films, speech and recordings, as OpenRouter documents them. */
export const OPENROUTER: { readonly at: string; readonly settings: Settings } = {
  at: 'UPSTREAM_OPENROUTER_URL',
  settings: { OPENROUTER_API_KEY: 'sk-or-stand-in' },
}

/** The smallest PNG: one pixel. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export const FILM = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom'),
  Buffer.alloc(200, 7),
])

export const SOUND = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(400, 1)])

let films = 0
const polls = new Map<string, number>()

export const answerMedia: Answering = ({ method, path, body }) => {
  if (path === '/images') {
    const { model, prompt } = JSON.parse(body) as { model?: string; prompt?: string }
    if (!model || !prompt) return new Response('{"error":{"message":"no"}}', { status: 400 })
    return { created: 1, data: [{ b64_json: PIXEL }], usage: { cost: 0.01 } }
  }
  if (path === '/audio/speech')
    return new Response(SOUND, { headers: { 'content-type': 'audio/mpeg' } })
  if (path === '/audio/transcriptions')
    return {
      text: 'Hello from the harbour.',
      language: 'en',
      segments: [
        { start: 0, end: 1.2, text: ' Hello from' },
        { start: 1.2, end: 2, text: ' the harbour.' },
      ],
      usage: { seconds: 2, cost: 0.001 },
    }
  if (method === 'POST' && path === '/videos') {
    const id = `job-${++films}`
    return Response.json({ id, polling_url: `/videos/${id}`, status: 'pending' }, { status: 202 })
  }
  const [, id = '', content] = /^\/videos\/([\w-]+)(\/content)?$/.exec(path) ?? []
  if (!id) return undefined
  if (content) return new Response(FILM, { headers: { 'content-type': 'video/mp4' } })
  const asked = (polls.get(id) ?? 0) + 1
  polls.set(id, asked)
  return { id, status: asked < 2 ? 'in_progress' : 'completed' }
}
