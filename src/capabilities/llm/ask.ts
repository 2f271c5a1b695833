import { z } from 'zod'
import type { CallContext, Capability, Host } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import { usdOf, type Usd } from '../../base/core/money.ts'
import { beginExpense } from '../../base/core/spending.ts'
import { readSetting } from '../../base/core/setting.ts'
import { openAsker } from './asker.ts'
import { askWhole, failed } from './attempt.ts'
import { chooseCandidates, nameOf, type Candidate } from './candidates.ts'
import { createMeters, outputLimit } from './token-limits.ts'
import { gather, type Conversation, type ImagePart, type Part } from './conversation.ts'
import { fenced } from './fenced-data.ts'
import { MODEL_PROVIDER, openProviders, ORDER, PROVIDERS } from './providers/all.ts'
import { lackOfTier } from './served.ts'
import { tariffOf } from './tariff.ts'
import { ownTiers, TIERS_FILE, type TierName } from './tiers.ts'

/** What a tool asks a model, and the shape that the answer must have. */
export interface ModelQuestion<S extends z.ZodType> {
  readonly tier: TierName
  /** Of the call; all that is asked for it costs less. */
  readonly price: Usd
  /** What is to be done, in our words. */
  readonly instructions: string
  /** What it is to be done with. It is data, whatever it says. */
  readonly data: string
  readonly image?: ImagePart
  readonly answer: S
  /** The description of the shape for the model, if it is not `answer` itself. */
  readonly schema?: Readonly<Record<string, unknown>>
  readonly maxTokens: number
  /** A model that is asked last, because what it said is what is judged. */
  readonly besides?: string
}

export interface Model {
  /** JSON that fits the schema. A model whose answer does not fit is asked once more. */
  json<S extends z.ZodType>(
    question: ModelQuestion<S>,
  ): Promise<{ readonly value: z.output<S>; readonly model: string }>
}

const LIMITS = { firstEventMs: 25_000, idleMs: 25_000, totalMs: 28_000 }

/** The only way for tools to ask a model. Without a provider, these tools are not sold. */
export const model: Capability<Model> = {
  name: 'llm-model',
  texts: 'own',
  reads: MODEL_PROVIDER,
  settings: [...PROVIDERS.flatMap(({ settings }) => settings), ORDER, TIERS_FILE],
  lacks: (read) => lackOfTier(read, null),
  open: openModel,
}

function openModel(host: Host): (call: CallContext) => Model {
  const providers = openProviders((name) => host.setting(name))
  const tiers = readSetting((name) => host.setting(name), TIERS_FILE) ?? ownTiers()
  const { client, ask } = openAsker(host)
  const meterOf = createMeters()

  return (call) => {
    const { id: callId, signal } = call
    async function completionOf(candidate: Candidate, conversation: Conversation, price: Usd) {
      const { provider, wire, modelId, quirks } = candidate
      const count = meterOf(conversation)
      const maxTokens = await outputLimit(candidate, conversation, { price, count })
      const body = wire.encode({ ...conversation, maxTokens }, modelId, quirks)
      const tariff = await tariffOf(candidate, { conversation, count, limit: maxTokens })
      const expense = await beginExpense(call, provider.title, tariff.most)
      const request = { client, provider, path: wire.path, body, limits: LIMITS, expense, signal }
      const answer = gather(wire.readAnswer(await askWhole(request)))
      expense.costs(tariff.of(answer.usage))
      return answer
    }

    async function attempt<S extends z.ZodType>(candidate: Candidate, question: ModelQuestion<S>) {
      const half = usdOf(Math.floor(question.price / 2))
      const conversation = conversationOf(question)
      const first = await completionOf(candidate, conversation, half)
      const read = readJson(first.text, question.answer)
      if (read.value !== undefined) return read.value
      const again = await completionOf(
        candidate,
        repaired(conversation, first.text, read.problem),
        half,
      )
      const { value } = readJson(again.text, question.answer)
      if (value !== undefined) return value
      throw failed({ kind: 'useless', message: 'The model gave an answer of another shape.' })
    }

    return {
      async json(question) {
        if (providers.length === 0)
          throw new Fault('not_configured', 'No provider of language models is configured.')
        const conversation = conversationOf(question)
        const choice = { tiers, providers, wire: 'chat' as const }
        const { candidates } = chooseCandidates(question.tier, conversation, choice)
        const { besides } = question
        const others = candidates.filter((each) => modelOf(each) !== besides)
        const rest = candidates.filter((each) => modelOf(each) === besides)
        const { candidate, answer } = await ask([...others, ...rest], {
          signal,
          callId,
          nameOf,
          attempt: async (each) => attempt(each, question),
        })
        return { value: answer, model: modelOf(candidate) }
      },
    }
  }
}

const modelOf = ({ listed, modelId }: Candidate): string => listed?.id ?? modelId

function conversationOf<S extends z.ZodType>(question: ModelQuestion<S>): Conversation {
  const { instructions, data, image, answer, maxTokens } = question
  const { text, rule } = fenced(data)
  const schema = question.schema ?? z.toJSONSchema(answer)
  const rules = `${instructions}\n${rule} Answer with JSON only.`
  const parts: Part[] = [{ kind: 'text', text }]
  return {
    system: [{ kind: 'text', text: rules }],
    turns: [{ role: 'user', parts: image ? [...parts, image] : parts }],
    tools: [],
    format: { kind: 'schema', name: 'answer', schema, strict: true },
    maxTokens,
    stream: false,
    includeUsage: false,
  }
}

const ANSWER_LENGTH_MAX = 20_000

function repaired(conversation: Conversation, said: string, problem: string): Conversation {
  const reproach = `That does not fit: ${problem}. Answer again, with JSON that fits the schema.`
  return {
    ...conversation,
    turns: [
      ...conversation.turns,
      {
        role: 'assistant',
        parts: [{ kind: 'text', text: said.slice(0, ANSWER_LENGTH_MAX) || '-' }],
      },
      { role: 'user', parts: [{ kind: 'text', text: reproach }] },
    ],
  }
}

const FENCE = '```'

/**
 * Some models put a fence around their JSON. It is not matched by a pattern: the text may be
 * hostile, and a backtracking pattern over line breaks could take hours.
 */
function unfenced(said: string): string {
  const text = said.trim()
  const [start, end] = [text.indexOf('\n'), text.lastIndexOf(FENCE)]
  const isFenced = [FENCE, `${FENCE}json`].includes(text.slice(0, Math.max(0, start)).trimEnd())
  return isFenced && end > start && text.endsWith(FENCE) ? text.slice(start, end) : text
}

function readJson<S extends z.ZodType>(
  said: string,
  schema: S,
): { readonly value?: z.output<S>; readonly problem: string } {
  try {
    const { data, error } = schema.safeParse(JSON.parse(unfenced(said)))
    if (!error) return { value: data, problem: '' }
    const [issue] = error.issues
    return { problem: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`.slice(0, 300) }
  } catch {
    return { problem: 'it is not valid JSON' }
  }
}
