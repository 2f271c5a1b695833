import { z } from 'zod'
import { Fault } from '../../base/core/fault.ts'
import { searchText } from '../../base/lib/fields.ts'
import type { ReportTools } from './_report-tools.ts'
import { gatherEvidence, type Evidence, type Recency } from './_evidence.ts'
import { nothingFound } from './_report.ts'
import type { Writer } from '../../capabilities/llm/report-writer.ts'

/** Shared parts of research reports: input, questions, pages. */

export const focusField = z
  .array(searchText(300))
  .max(8)
  .default([])
  .describe('What to look at above all, at most 8.')

export const recencyField = (initial: Recency) =>
  z
    .enum(['week', 'month', 'year', 'any'])
    .default(initial)
    .describe('How old pages may be, where the search can tell.')

export interface Subject {
  readonly query: string
  readonly focus: readonly string[]
  readonly recency: Recency
  readonly questionsMax: number
  readonly pagesMax: number
}

export interface ResearchEvidence extends Evidence {
  readonly questions: readonly string[]
}

/** Plans the questions on a subject, and reads pages that may answer them. */
export async function researchSubject(
  { query, focus, recency, questionsMax, pagesMax }: Subject,
  writer: Writer,
  tools: ReportTools,
): Promise<ResearchEvidence> {
  tools.runner.progress({ stage: 'plan', done: 0, total: null })
  const planned = await planOf(query, focus, questionsMax, writer)
  const questions = planned.length > 0 ? planned : [query, ...focus]
  const searches = questions.map((question) => withSubject(question, query))
  const evidence = await gatherEvidence(tools, {
    questions: [...new Set([query, ...searches])],
    recency,
    pagesMax,
  })
  if (evidence.sources.length === 0)
    throw nothingFound(`Nothing that can be read was found on ${query.slice(0, 200)}.`, {
      searchesRun: evidence.searchesRun,
      sourcesConsulted: evidence.consulted,
    })
  return { ...evidence, questions }
}

/** Asks a model for questions; none if there is no model, or if it fails. */
async function planOf(query: string, focus: readonly string[], most: number, { model }: Writer) {
  if (!model) return []
  const asked = focus.length === 0 ? query : `${query}\nFocus: ${focus.join('; ')}`
  const told = await model.plan(asked, most).catch((thrown: unknown) => {
    if (thrown instanceof Fault && thrown.code !== 'caller_gone') return null
    throw thrown
  })
  return told?.value ?? []
}

/** A focus such as `fees` is searched for together with its subject. */
const withSubject = (question: string, query: string): string =>
  question.split(/\s+/).length > 5 || question === query ? question : `${query} ${question}`
