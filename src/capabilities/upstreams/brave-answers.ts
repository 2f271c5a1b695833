import { z } from 'zod'
import { badInput, Fault } from '../../base/core/fault.ts'
import { braveRefusals } from './_brave.ts'
import { defineUpstream } from './define.ts'

const Chunk = z.object({
  model: z.string().nullish(),
  choices: z
    .array(z.object({ delta: z.object({ content: z.string().nullish() }).nullish() }))
    .nullish(),
})

const Mark = z.object({
  url: z.string(),
  title: z.string().nullish(),
  snippet: z.string().nullish(),
})

export interface Citation {
  /** Number of the mark `[n]` in the text. */
  readonly n: number
  readonly url: string
  readonly title: string | null
  readonly snippet: string | null
}

export interface CitedAnswer {
  readonly text: string
  readonly citations: readonly Citation[]
  readonly model: string
}

export interface Question {
  readonly q: string
  readonly countryCode?: string | undefined
  readonly language: string
}

const MODEL = 'brave'
const PATH = '/res/v1/chat/completions'

const TITLE = 'Brave Answers'
const mistake = () => badInput('q, countryCode, language: Brave Answers refuses them.')

export const braveAnswers = defineUpstream({
  name: 'brave-answers',
  title: TITLE,
  terms: 'https://api-dashboard.search.brave.com/terms-of-service',
  texts: 'public',
  base: 'https://api.search.brave.com',
  asks: '$0.040',
  settings: [
    {
      name: 'BRAVE_ANSWERS_API_KEY',
      description: 'Key of the Answers plan of the Brave Search API.',
      need: 'required',
    },
  ],
  limits: { timeoutMs: 28_000, bytesMax: 2_000_000, perSecond: 2 },
  headers: (setting) => ({ 'x-subscription-token': setting('BRAVE_ANSWERS_API_KEY') }),
  refusals: braveRefusals(TITLE, mistake),
  api: (http) => ({
    /** Citations come only in a stream, so the stream is read to its end. */
    async answer({ q, countryCode, language }: Question): Promise<CitedAnswer> {
      const question = {
        model: MODEL,
        stream: true,
        messages: [{ role: 'user', content: q }],
        country: countryCode,
        language,
        enable_citations: true,
      }
      const headers = { accept: 'text/event-stream' }
      const chunks = chunksOf(await http.text(PATH, { json: question, headers }))
      const written = chunks.map(({ choices }) => choices?.[0]?.delta?.content ?? '').join('')
      if (written.trim() === '')
        throw new Fault('upstream_failed', 'Brave Answers wrote no answer.')
      return { ...cited(written), model: chunks.find(({ model }) => model)?.model ?? MODEL }
    },
  }),
})

function chunksOf(stream: string): z.output<typeof Chunk>[] {
  const events = stream
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trim())
    .filter((data) => data !== '' && data !== '[DONE]')
  return events.flatMap((data) => read(Chunk, data) ?? [])
}

const TAG = /<(citation|usage|enum_item|enum_start|enum_end)>(.*?)<\/\1>/gs

/** Each source gets a number where it is first cited; other marks are removed. */
function cited(written: string): { text: string; citations: readonly Citation[] } {
  const citations: Citation[] = []
  const text = written.replaceAll(TAG, (_tag, kind: string, body: string) => {
    const mark = kind === 'citation' ? read(Mark, body) : null
    if (!mark) return ''
    const known = citations.find(({ url }) => url === mark.url)
    if (known) return `[${known.n}]`
    const n = citations.length + 1
    citations.push({
      n,
      url: mark.url,
      title: mark.title ?? null,
      snippet: mark.snippet ?? null,
    })
    return `[${n}]`
  })
  return { text: text.trim(), citations }
}

function read<S extends z.ZodType>(schema: S, text: string): z.output<S> | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
