import { badInput } from '../../../base/core/fault.ts'
import { NO_USAGE, type Conversation, type Piece, type Stop } from '../conversation.ts'
import type { Engine, Functions, Generated, Grammar, LlamaModel } from './engine.ts'
import { grammarSchema } from './grammar.ts'
import { historyOf } from './history.ts'
import { createPipe, type Pipe } from './pipe.ts'

/** Room that is kept for an answer, however long the question is. */
const ANSWER_MIN = 16
const TEMPERATURE = 0.7

export interface Talker {
  /** What the model says, as it says it. */
  answer(conversation: Conversation, signal: AbortSignal): AsyncIterable<Piece>
}

/** A model that talks, within so many tokens for question and answer. One talk at a time. */
export async function createTalker(
  engine: Engine,
  model: LlamaModel,
  contextMax: number,
): Promise<Talker> {
  const contextSize = Math.min(contextMax, model.trainContextSize)
  const context = await model.createContext({ contextSize, sequences: 1 })
  const sequence = context.getSequence()
  const chat = engine.createChat(sequence)

  async function generate(conversation: Conversation, signal: AbortSignal, pipe: Pipe<Piece>) {
    const form = await formOf(engine, conversation)
    const history = historyOf(conversation)
    const asked = {
      chatHistory: history,
      ...(form.functions && { availableFunctions: form.functions, documentFunctionParams: true }),
    }
    const input = chat.chatWrapper
      .generateContextState(asked)
      .contextText.tokenize(model.tokenizer).length
    const room = contextSize - input - 1
    if (room < ANSWER_MIN)
      throw badInput(
        `The input has ${input} tokens; this model takes at most ${contextSize - ANSWER_MIN - 1}.`,
      )
    const before = sequence.tokenMeter.getState()
    const { maxTokens = room, temperature = TEMPERATURE, topP, topK, seed, stop } = conversation
    const said = await chat.generateResponse(history, {
      maxTokens: Math.min(maxTokens, room),
      temperature,
      ...(topP !== undefined && { topP }),
      ...(topK !== undefined && { topK }),
      ...(seed !== undefined && { seed }),
      ...(stop && stop.length > 0 && { customStopTriggers: stop }),
      ...(form.grammar && { grammar: form.grammar }),
      ...(form.functions && { functions: form.functions, documentFunctionParams: true as const }),
      signal,
      stopOnAbortSignal: true,
      onResponseChunk({ segmentType, text }) {
        if (text === '') return
        if (form.isCall) form.written.push(text)
        else pipe.push({ kind: segmentType === undefined ? 'text' : 'thinking', text })
      },
    })
    for (const piece of callsIn(said, form)) pipe.push(piece)
    const used = sequence.tokenMeter.diff(before)
    const usage = {
      ...NO_USAGE,
      input,
      output: used.usedOutputTokens,
      cached: Math.max(0, input - used.usedInputTokens),
    }
    pipe.push({ kind: 'end', stop: stopOf(said, form), usage })
  }

  return {
    answer(conversation, signal) {
      const pipe = createPipe<Piece>()
      generate(conversation, signal, pipe).then(pipe.end, pipe.fail)
      return pipe.items
    },
  }
}

/** What holds an answer to a form. */
interface Form {
  readonly grammar?: Grammar
  readonly functions?: Functions
  /** The grammar is that of a call: what is written is no text. */
  readonly isCall: boolean
  readonly written: string[]
}

async function formOf({ llama }: Engine, conversation: Conversation): Promise<Form> {
  const { tools, choice, format } = conversation
  if (tools.length > 0 && choice?.mode !== 'none') {
    const forms = tools.map(({ name, description, schema }) => ({
      name,
      description,
      params: grammarSchema(schema),
    }))
    const wanted =
      choice?.mode === 'tool' ? forms.filter(({ name }) => name === choice.name) : forms
    if (wanted.length === 0) throw badInput('tool_choice: names no tool of this request.')
    if (choice?.mode === 'tool' || choice?.mode === 'required') {
      const grammar = await grammarOf(llama, { oneOf: wanted.map(callForm) })
      return { grammar, isCall: true, written: [] }
    }
    const functions = Object.fromEntries(
      forms.map(({ name, description, params }) => [
        name,
        { params, ...(description !== undefined && { description }) },
      ]),
    )
    return { functions, isCall: false, written: [] }
  }
  if (!format) return { isCall: false, written: [] }
  const grammar =
    format.kind === 'json'
      ? await llama.getGrammarFor('json')
      : await grammarOf(llama, grammarSchema(format.schema))
  return { grammar, isCall: false, written: [] }
}

const callForm = ({ name, params }: { readonly name: string; readonly params: unknown }) => ({
  type: 'object',
  properties: { name: { const: name }, arguments: params },
})

async function grammarOf(llama: Engine['llama'], schema: unknown): Promise<Grammar> {
  try {
    return await llama.createGrammarForJsonSchema(schema)
  } catch {
    throw badInput('schema: this model has no grammar for it; use types, enums, objects and lists.')
  }
}

function* callsIn(said: Generated, form: Form): Iterable<Piece> {
  const native = (said.functionCalls ?? []).map(({ functionName, params }) => ({
    name: functionName,
    params,
  }))
  const calls = form.isCall ? writtenCalls(form.written.join('')) : native
  for (const [index, { name, params }] of calls.entries()) {
    yield { kind: 'call', index, id: `call_${crypto.randomUUID().replaceAll('-', '')}`, name }
    yield { kind: 'arguments', index, text: JSON.stringify(params ?? {}) }
  }
}

/** Nothing for a call that the limit has cut. */
function writtenCalls(text: string) {
  try {
    const { name, arguments: params } = JSON.parse(text) as { name: string; arguments: unknown }
    return [{ name, params }]
  } catch {
    return []
  }
}

function stopOf({ metadata: { stopReason }, functionCalls = [] }: Generated, form: Form): Stop {
  if (stopReason === 'maxTokens' || stopReason === 'abort') return 'length'
  return form.isCall || functionCalls.length > 0 ? 'tool' : 'stop'
}
