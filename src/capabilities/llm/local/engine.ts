import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'

/**
 * What is used of `node-llama-cpp`. It is no dependency: `npm run models:install` puts it into a
 * folder of its own, and without that folder nothing here is loaded.
 */
const PACKAGE = 'node-llama-cpp'
const FOLDER = new URL('../../../../engine/', import.meta.url)
const ENTRY = new URL(`node_modules/${PACKAGE}/dist/index.js`, FOLDER)

export const isEngineInstalled = (): boolean => existsSync(ENTRY)

export interface Engine {
  readonly llama: Llama
  createChat(sequence: Sequence): LlamaChat
}

export interface Llama {
  loadModel(options: { readonly modelPath: string }): Promise<LlamaModel>
  createGrammarForJsonSchema(schema: unknown): Promise<Grammar>
  getGrammarFor(kind: 'json'): Promise<Grammar>
}

export interface LlamaModel {
  readonly trainContextSize: number
  readonly tokenizer: unknown
  createContext(options: {
    readonly contextSize: number
    readonly sequences: number
  }): Promise<{ getSequence(): Sequence }>
  createEmbeddingContext(options: { readonly contextSize: number }): Promise<EmbeddingContext>
}

export interface EmbeddingContext {
  calculateInputLength(text: string): number
  getEmbeddingFor(text: string): Promise<{ readonly vector: readonly number[] }>
}

export interface Sequence {
  readonly tokenMeter: {
    getState(): unknown
    diff(before: unknown): { readonly usedInputTokens: number; readonly usedOutputTokens: number }
  }
}

/** A grammar holds what the model writes to a form. */
export type Grammar = object

export type HistoryItem =
  | { readonly type: 'system' | 'user'; readonly text: string }
  | { readonly type: 'model'; readonly response: readonly (string | FunctionCall)[] }

export interface FunctionCall {
  readonly type: 'functionCall'
  readonly name: string
  readonly params: unknown
  readonly result: unknown
}

export type Functions = Readonly<Record<string, FunctionForm>>

interface FunctionForm {
  readonly description?: string
  readonly params?: unknown
}

export interface LlamaChat {
  readonly chatWrapper: {
    generateContextState(state: {
      readonly chatHistory: readonly HistoryItem[]
      readonly availableFunctions?: Functions
      readonly documentFunctionParams?: boolean
    }): { readonly contextText: { tokenize(tokenizer: unknown): readonly number[] } }
  }
  generateResponse(history: readonly HistoryItem[], options: GenerateOptions): Promise<Generated>
}

export interface GenerateOptions {
  readonly maxTokens: number
  readonly temperature: number
  readonly topP?: number
  readonly topK?: number
  readonly seed?: number
  readonly signal: AbortSignal
  readonly stopOnAbortSignal: true
  readonly customStopTriggers?: readonly string[]
  readonly grammar?: Grammar
  readonly functions?: Functions
  readonly documentFunctionParams?: true
  onResponseChunk(chunk: { readonly segmentType?: string; readonly text: string }): void
}

export interface Generated {
  readonly functionCalls?: readonly { readonly functionName: string; readonly params: unknown }[]
  readonly metadata: {
    readonly stopReason: string
    readonly customStopTrigger?: readonly unknown[]
  }
}

/** Loads the engine: its parts for this processor only, and nothing is built or fetched. */
export async function loadEngine(onError: (message: string) => void): Promise<Engine> {
  const module = (await import(pathToFileURL(ENTRY.pathname).href)) as {
    getLlama(options: Readonly<Record<string, unknown>>): Promise<Llama>
    LlamaChat: new (options: { readonly contextSequence: Sequence }) => LlamaChat
  }
  const llama = await module.getLlama({
    gpu: false,
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    // Threads wait for each other by spinning: with more threads than free processors, all of them
    // stall.
    maxThreads: Math.max(1, availableParallelism() - 1),
    logLevel: 'error',
    logger: (_level: string, message: string) => onError(message),
  })
  return { llama, createChat: (contextSequence) => new module.LlamaChat({ contextSequence }) }
}
