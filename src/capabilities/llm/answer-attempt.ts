import { beginExpense } from '../../base/core/spending.ts'
import type { Client } from '../../outside/net/request.ts'
import { askStream, askWhole, failed, isUnbilled } from './attempt.ts'
import { billOf, usageOf, withBill, type Served } from './bill.ts'
import type { Candidate } from './candidates.ts'
import { gather, isAnswer, type Usage } from './conversation.ts'
import { citing } from './grounded.ts'
import type { Question } from './question.ts'
import { begun, relay } from './relay.ts'
import { requestFor } from './sent-request.ts'
import { tariffOf } from './tariff.ts'
import { WIRES } from './wires/all.ts'
import type { AnswerHead } from './wires/wire.ts'

export interface AttemptParts {
  readonly client: Client
  readonly keepAliveMs: number
  /** Aborted when this instance must stop. */
  readonly stopping?: AbortSignal | undefined
  /** The longest that a stream lasts. */
  readonly streamMs: number
  note(question: Question, served: Served, usage: Usage): void
}

const IDLE_MS = 120_000
const READER_MS_MAX = 30_000

/** Asks one candidate, as far as its first content, or for its whole answer. */
export function createAnswerAttempt(parts: AttemptParts) {
  const { client, keepAliveMs, stopping, streamMs, note } = parts
  return async (candidate: Candidate, question: Question) => {
    const { request, conversation, grounds, terms, call, count } = question
    const { body, headers, limit, ...sent } = await requestFor(candidate, question)
    const { provider, wire, modelId, listed } = candidate
    const tariff = await tariffOf(candidate, { conversation, count, limit })
    const expense = await beginExpense(call, provider.title, tariff.most)
    const firstEventMs = provider.firstContentMs ?? terms.firstContentMs
    const limits = { firstEventMs, idleMs: IDLE_MS, totalMs: streamMs }
    const { signal } = call
    const asked = { client, provider, path: wire.path, body, ...(headers && { headers }) }
    const providerRequest = { ...asked, limits, expense, signal }
    const model = listed?.id ?? modelId
    const served = { listed, model, provider: provider.name }
    const disclosed = { ...sent, model }
    const to = { own: WIRES[request.wire], wire, head: headOf(question, served) }
    if (conversation.stream) {
      const rewrite = grounds ? citing(grounds) : undefined
      const more = { keepAliveMs, readerMsMax: READER_MS_MAX, signal, stopping, rewrite }
      const { chunks, end } = relay(askStream(providerRequest), { ...to, ...more })
      const used = end.then(async (all) => {
        const usage = all.isOver ? await usageOf(question, all) : await tariff.soFar(all)
        if (!isUnbilled(all.cause)) expense.costs(tariff.of(usage))
        return { isSold: all.isSold, isCut: all.isCut, usage }
      })
      const relayed = await begun(chunks).catch(async (thrown: unknown) => {
        await used.catch(() => {})
        throw thrown
      })
      return { relayed, used, disclosed, served }
    }
    const answer = await askWhole({
      ...providerRequest,
      limits: { ...limits, firstEventMs: wholeMs(firstEventMs) },
    })
    const said = wire.readAnswer(answer)
    const pieces = grounds ? citing(grounds)(said) : said
    const gathered = gather(pieces)
    const usage = await usageOf(question, gathered)
    expense.costs(tariff.of(usage))
    if (!pieces.some(isAnswer)) throw empty()
    const bill = billOf(question, served, usage)
    const value =
      wire === to.own && !grounds
        ? withBill(answer, to.own.usageIn, bill)
        : to.own.answer(pieces, { ...to.head, bill: () => bill })
    note(question, served, usage)
    const isComplete = gathered.stop === 'stop' || gathered.stop === 'tool'
    return { value, disclosed, served, usage, isComplete, receipt: bill.receipt }
  }
}

export function headOf(question: Question, served: Served): AnswerHead {
  const { request, conversation, created } = question
  return {
    model: served.model,
    created,
    bill: (usage) => billOf(question, served, usage),
    includeUsage: conversation.includeUsage,
    request: request.body,
    tools: conversation.tools,
  }
}

/** A whole answer takes longer than its first word. */
const wholeMs = (firstContentMs: number): number => Math.max(60_000, firstContentMs * 3)

const empty = () => failed({ kind: 'useless', message: 'The model gave an empty answer.' })
