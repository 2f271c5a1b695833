import type { Candidate } from './candidates.ts'
import { filesIn, isAddress, saidTo, takesFiles } from './files.ts'
import type { Question } from './question.ts'
import { WIRES } from './wires/all.ts'
import { applyPolicy } from './wires/policy.ts'
import { FOREIGN_THOUGHTS, ownThoughts } from './wires/seals.ts'
import { withoutServerTools } from './wires/server-tools.ts'

/** What is sent to a candidate, and what of the request is not. */
export async function requestFor(candidate: Candidate, question: Question) {
  const { request, conversation, grounds, known, plain, terms, count } = question
  const { wire, modelId, quirks, listed } = candidate
  const own = WIRES[request.wire]
  const from = { body: request.body, known, plain }
  const way = { from: request.wire, to: wire.name, takesThoughts: Boolean(quirks.reasoningField) }
  const isOwn = listed === null
  const { kept: all, dropped } = applyPolicy(own.policy, from, way)
  const passing = withoutServerTools(all, { wire: own.name, isOwn })
  const { rest: kept, headers } = own.headed?.(passing.request, isOwn) ?? {
    rest: passing.request,
    headers: undefined,
  }
  const said = await conversationFor(candidate, question)
  const limit = await terms.limit(candidate, conversation, count)
  const model = { model: modelId, ...(conversation.stream && { stream: true }) }
  const turns = ownThoughts(kept[own.turnsField], own.name)
  const isForeign = wire === own && turns !== kept[own.turnsField]
  const passed = limit === undefined ? kept : wire.limited(kept, limit, quirks)
  const written =
    wire === own && !grounds && said === conversation
      ? {}
      : wire.encode({ ...said, maxTokens: limit }, modelId, quirks)
  const body: Record<string, unknown> =
    wire === own
      ? {
          ...passed,
          [own.turnsField]: turns,
          ...model,
          ...own.extras(conversation),
          ...turnsIn(written, own.turnsField),
        }
      : written
  if (quirks.noSampling) for (const name of SAMPLING) delete body[name]
  const changed = SAMPLING.filter((name) => kept[name] != null && kept[name] !== body[name])
  const isCounted = terms.isMetered || candidate.listed !== null
  const isEstimated = isCounted && (await count()).isEstimate
  const maxTokens = limit === conversation.maxTokens ? undefined : limit
  const foreign = isForeign ? [FOREIGN_THOUGHTS] : []
  const tools = wire === own ? passing.lost : []
  return {
    body,
    headers: wire === own ? headers : undefined,
    limit,
    dropped: [...dropped, ...tools, ...changed, ...foreign],
    maxTokens,
    isEstimated,
  }
}

/** The conversation as a candidate can read it; the same object where it can read all of it. */
async function conversationFor(candidate: Candidate, { conversation, inlined }: Question) {
  if (takesFiles(candidate) && filesIn(conversation).every(({ url }) => !isAddress(url)))
    return candidate.wire.name === 'messages' ? conversation : saidTo(conversation, true)
  const all = candidate.listed ? conversation : await inlined()
  return saidTo(all, takesFiles(candidate))
}

const SAMPLING = ['temperature', 'top_p', 'top_k'] as const

/** Where a wire holds the conversation: all that grounds change. */
const turnsIn = (written: Readonly<Record<string, unknown>>, turnsField: string) =>
  Object.fromEntries(
    [turnsField, 'system', 'instructions'].flatMap((name) =>
      written[name] === undefined ? [] : [[name, written[name]]],
    ),
  )
