import { Fault } from '../../base/core/fault.ts'
import type { ReportTools } from './_report-tools.ts'
import type { Draft, QuotedWords, Section, Sentence, Source } from './_document.ts'
import type { ReportOrigin } from './_report.ts'
import { quotesFor } from './_quotes.ts'
import { newTally, verified, type Tally } from './_verify.ts'
import type { ModelWriter, Writer } from '../../capabilities/llm/report-writer.ts'

/** A section to write, and the question that it answers. */
export interface Outline {
  readonly id: string
  readonly title: string
  /** The question by which its quotes are chosen. */
  readonly question: string
  readonly words: number
  readonly style?: string
}

export interface Writing {
  readonly subject: string
  readonly outline: readonly Outline[]
  readonly sources: readonly Source[]
  /** Sections that are complete already. They come before the written ones. */
  readonly before?: readonly Section[]
  readonly after?: readonly Section[]
  readonly sourcesLeast?: number
  /**
   * The least number of words, if it is not a share of the requested ones: a filing may say little.
   */
  readonly wordsLeast?: number
}

export interface WrittenReport {
  readonly draft: Pick<Draft, 'lead' | 'sections'>
  readonly made: ReportOrigin
}

const SOURCES_LEAST = 3
/** The share of the requested words that a report must reach. */
const WORDS_SHARE = 0.6
const EXTRACTIVE =
  'Made without a language model: every sentence of the written sections stands so in its source, chosen for the question. It is no synthesis.'

/**
 * Writes each section from quotes of the sources, by a model, or without one from the quotes alone.
 */
export async function writtenReport(
  writing: Writing,
  writer: Writer,
  tools: ReportTools,
): Promise<WrittenReport> {
  const { outline, sources, subject, before = [], after = [] } = writing
  const parts = await quotesFor(outline, sources)
  const tally = newTally()
  const asked = outline.reduce((sum, { words }) => sum + words, 0)
  const byModel = writer.model && (await composed(writing, parts, writer.model, { tools, tally }))
  if (!byModel && !writer.mayExtract)
    throw new Fault('upstream_failed', 'No language model answered.', {
      body: { sourcesConsulted: sources.length },
    })
  const told = byModel ?? { sections: extracted(parts), by: null }
  const { sections } = told
  const sentences = sections.flatMap((section) => section.sentences)
  const cited = new Set(sentences.flatMap(({ quotes }) => quotes.map(({ source }) => source)))
  const words = sentences.reduce((sum, { text }) => sum + wordsIn(text), 0)
  const { sourcesLeast = SOURCES_LEAST, wordsLeast = asked * WORDS_SHARE } = writing
  if (cited.size < sourcesLeast || words < wordsLeast)
    throw new Fault('upstream_failed', `Too little was found on ${subject.slice(0, 200)}.`, {
      body: {
        sourcesConsulted: sources.length,
        sourcesCited: cited.size,
        sentences: sentences.length,
        verified: byModel ? tally.verified : sentences.length,
        words,
      },
    })
  for (const { title } of sections.filter((one) => one.sentences.length === 0))
    tools.missing.push({ part: title, why: 'no sentence stood the check against its sources.' })
  if (tally.quoted > 0)
    tools.missing.push({
      part: 'Judge',
      why: `no judge answered for ${tally.quoted} sentences; their quotes stand in their place.`,
    })
  const filled = sections.map((one) =>
    one.sentences.length > 0 ? one : { ...one, sentences: EMPTY },
  )
  return {
    draft: {
      sections: [...before, ...filled, ...after],
      ...(told.by === null && { lead: EXTRACTIVE }),
    },
    made: madeOf(told.by, tally, sentences.length),
  }
}

const wordsIn = (text: string): number => text.split(/\s+/).length

const EMPTY = [{ text: 'Nothing that the sources support was left to say.', quotes: [] }]

const madeOf = (by: string | null, { verified: good, dropped, repaired }: Tally, all: number) =>
  by === null
    ? { writer: 'extractive', verified: all }
    : { writer: by, verified: good, dropped, repaired }

interface Part {
  readonly outline: Outline
  readonly quotes: readonly QuotedWords[]
}

/** Sections of quotes only, up to the number of words. */
function extracted(parts: readonly Part[]): readonly Section[] {
  return parts.map(({ outline: { id, title, words }, quotes }) => {
    const sentences: Sentence[] = []
    let count = 0
    for (const quote of quotes) {
      if (count >= words) break
      sentences.push({ text: quote.text, quotes: [quote] })
      count += wordsIn(quote.text)
    }
    return { id, title, sentences }
  })
}

interface Working {
  readonly tools: ReportTools
  readonly tally: Tally
}

/** Sections by a model, written in parallel; null if it fails for all. */
async function composed(
  { subject, outline }: Writing,
  parts: readonly Part[],
  model: ModelWriter,
  { tools, tally }: Working,
): Promise<{ readonly sections: readonly Section[]; readonly by: string } | null> {
  const ids = new Map<QuotedWords, string>()
  for (const [at, quote] of parts.flatMap(({ quotes }) => quotes).entries())
    ids.set(quote, `q${at + 1}`)
  const writers = new Set<string>()
  let done = 0
  const sections = await Promise.all(
    parts.map(async ({ outline: { id, title, words, style = '' }, quotes }): Promise<Section> => {
      const shown = quotes.map((quote) => ({
        id: ids.get(quote) ?? '',
        text: quote.text,
        from: quote.source.publisher ?? quote.source.title,
      }))
      const sentences = await (quotes.length === 0
        ? []
        : askWriter({ subject, section: title, words, style, quotes: shown }, quotes))
      done += 1
      tools.runner.progress({ stage: 'write', done, total: outline.length })
      return { id, title, sentences }
    }),
  )

  async function askWriter(
    commission: Parameters<ModelWriter['write']>[0],
    of: readonly QuotedWords[],
  ) {
    const told = await model.write(commission).catch((thrown: unknown) => {
      if (!(thrown instanceof Fault) || thrown.code === 'caller_gone') throw thrown
      tools.missing.push({ part: commission.section, why: 'the writer did not answer.' })
      return null
    })
    if (!told) return []
    writers.add(told.model)
    const quotes = new Map(of.map((quote) => [ids.get(quote) ?? '', quote]))
    return verified(told.value, { model, by: told.model, quotes, tally })
  }

  const [by] = writers
  return by === undefined ? null : { sections, by }
}

/** The sentences of a section, for programs. */
export const toldIn = ({ sections }: Pick<Draft, 'sections'>, id: string) =>
  (sections.find((section) => section.id === id)?.sentences ?? [])
    .filter(({ quotes }) => quotes.length > 0)
    .map(({ text, quotes }) => ({ text, urls: [...new Set(quotes.map((one) => one.source.url))] }))
