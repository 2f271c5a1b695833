import { z } from 'zod'
import type { CallContext, Capability, Host } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'

/** A page or a PDF of the public web, as text. */
export interface DocumentText {
  readonly kind: 'page' | 'pdf'
  readonly url: string
  readonly title: string | null
  readonly text: string
  /** Null for a page. */
  readonly pages: number | null
}

export interface Recording {
  readonly url: string
  /** Null if that needs the whole file. */
  readonly durationSeconds: number | null
}

export interface Documents {
  read(url: string): Promise<DocumentText>
  readPdf(url: string): Promise<DocumentText>
  /** The page of each quote in a PDF, if it is found. */
  pagesOf(url: string, quotes: readonly string[]): Promise<readonly (number | null)[]>
  recording(url: string): Promise<Recording>
}

const Sourced = z.object({ source: z.string(), asOf: z.iso.datetime() })
const Article = z.object({ url: z.string(), title: z.string(), markdown: z.string() })
const Pdf = z.object({
  url: z.string(),
  pages: z.int(),
  info: z.object({ title: z.string().nullable() }),
  text: z.string(),
})
const Found = z.object({ matches: z.array(z.object({ page: z.int(), excerpt: z.string() })) })
const Properties = z.object({ url: z.string(), durationSeconds: z.number().nullable() })

interface Inputs extends Readonly<Record<string, unknown>> {
  readonly url: string
}

/** The first words of a quote find it: PDF breaks lines where the quote has none. */
const WORDS_SOUGHT = 4
const QUOTES_MAX = 5
const SOUGHT_LENGTH_MAX = 70

/** Reads what callers name, by the tools of this instance that read pages, PDF and recordings. */
export const documents: Capability<Documents> = {
  name: 'documents',
  settings: [],
  live: true,
  texts: 'public',
  reads: 'the site that the call names',
  open: (host) => (call) => openDocuments(host, call),
}

function openDocuments(host: Host, call: CallContext): Documents {
  /** Asks a tool of this instance, and notes whose answer it is. */
  async function ask<S extends z.ZodType>(schema: S, slug: string, input: Inputs) {
    const answered = call.sources?.asked(new URL(input.url).host)
    const answer = await host.run(slug, input, call)
    const { source, asOf } = Sourced.parse(answer)
    answered?.(source, Date.parse(asOf))
    return schema.parse(answer)
  }
  async function readPage(url: string): Promise<DocumentText> {
    const { markdown, ...page } = await ask(Article, 'extract', { url })
    return { kind: 'page', url: page.url, title: page.title || null, text: markdown, pages: null }
  }
  async function readPdf(url: string): Promise<DocumentText> {
    const { info, ...pdf } = await ask(Pdf, 'pdf', { url })
    if (pdf.text.trim() === '')
      throw new Fault('upstream_failed', 'The PDF has no text: its pages are pictures.')
    return { kind: 'pdf', title: info.title, ...pdf }
  }
  return {
    readPdf,
    async read(url) {
      if (/\.pdf$/i.test(new URL(url).pathname)) return readPdf(url)
      try {
        return await readPage(url)
      } catch (thrown) {
        if (thrown instanceof Fault && thrown.message.includes('application/pdf'))
          return readPdf(url)
        throw thrown
      }
    },
    async pagesOf(url, quotes) {
      const sought = quotes.slice(0, QUOTES_MAX).map(patternOf)
      const query = `(?i)${sought.join('|')}`
      const input = { url, query, regex: true, limit: 50 }
      const { matches } = await ask(Found, 'pdf-search', input)
      return sought.map((pattern) => {
        const words = new RegExp(pattern, 'i')
        return matches.find(({ excerpt }) => words.test(excerpt))?.page ?? null
      })
    },
    async recording(url) {
      return ask(Properties, 'media-info', { url })
    },
  }
}

const patternOf = (quote: string): string =>
  quote
    .trim()
    .split(/\s+/)
    .slice(0, WORDS_SOUGHT)
    .map((word) =>
      word.slice(0, SOUGHT_LENGTH_MAX / WORDS_SOUGHT).replaceAll(/[^\p{L}\p{N}]/gu, '.'),
    )
    .join('.?\\s+')
