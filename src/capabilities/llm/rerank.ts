import { z } from 'zod'
import type { CallContext, Capability, Host } from '../../base/core/capability.ts'
import { usd, usdOf } from '../../base/core/money.ts'
import { beginExpense } from '../../base/core/spending.ts'
import { createIndex } from '../../engines/search/rank.ts'
import { openAsker } from './asker.ts'
import { askWhole, failed } from './attempt.ts'
import { MODEL_PROVIDER, openProviders } from './providers/all.ts'

export interface Reranked {
  readonly model: string
  /** The nearest first; `relevance_score` is between 0 and 1. */
  readonly results: readonly { readonly index: number; readonly relevance_score: number }[]
}

export interface Reranker {
  rank(query: string, documents: readonly string[], most: number): Promise<Reranked>
}

const MODEL = 'cohere/rerank-v3.5'
/** One search ranks so many documents. */
const SEARCH_COST = usd('$0.0025')
const SEARCH_DOCUMENTS = 100
const LIMITS = { firstEventMs: 20_000, idleMs: 20_000, totalMs: 25_000 }

const Answer = z.object({
  results: z.array(z.object({ index: z.int().min(0), relevance_score: z.number() })).min(1),
})

/**
 * Asks a cross-encoder. Without one, results are ranked by the words of the query, and `model` says
 * so.
 */
export const reranker: Capability<Reranker> = {
  name: 'llm-rerank',
  texts: 'own',
  reads: MODEL_PROVIDER,
  settings: [],
  open: openReranker,
}

function openReranker(host: Host): (call: CallContext) => Reranker {
  const all = openProviders((name) => host.setting(name))
  // OpenRouter alone speaks this wire: it is the one that serves the models of every vendor.
  const sources = all.filter((one) => !one.isOwn && one.modelId(MODEL) === MODEL)
  const { client, ask } = openAsker(host)

  return (call) => ({
    async rank(query, documents, most) {
      if (sources.length === 0) return byWords(query, documents, most)
      const { id: callId, signal } = call
      const { answer } = await ask(sources, {
        signal,
        callId,
        nameOf: ({ name }) => name,
        async attempt(provider) {
          const body = { model: MODEL, query, documents, top_n: most }
          const cost = usdOf(SEARCH_COST * Math.ceil(documents.length / SEARCH_DOCUMENTS))
          const expense = await beginExpense(call, provider.title, cost)
          const request = { client, provider, path: '/rerank', limits: LIMITS, expense, signal }
          const { data } = Answer.safeParse(await askWhole({ ...request, body }))
          if (!data || data.results.some(({ index }) => index >= documents.length))
            throw failed({ kind: 'bad', message: 'The provider ranked in an unknown shape.' })
          return data
        },
      })
      return { model: MODEL, results: answer.results.slice(0, most) }
    },
  })
}

/** By the scorer of our own search; documents that share no word come last, with 0. */
function byWords(query: string, documents: readonly string[], most: number): Reranked {
  const index = createIndex(
    documents.map((text, item) => ({ item, names: [], fields: [{ text, weight: 1 }] })),
  )
  const { hits } = index.search(query, documents.length)
  const best = hits[0]?.score ?? 1
  const scored = new Map(hits.map(({ item, score }) => [item, score / best]))
  const results = documents
    .map((_, at) => ({ index: at, relevance_score: scored.get(at) ?? 0 }))
    .toSorted((a, b) => b.relevance_score - a.relevance_score || a.index - b.index)
  return { model: 'local/words', results: results.slice(0, most) }
}
