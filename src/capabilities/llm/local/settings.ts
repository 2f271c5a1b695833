import { closeSync, openSync, readSync } from 'node:fs'
import { z } from 'zod'
import type { Setting } from '../../../base/core/setting.ts'
import { isEngineInstalled } from './engine.ts'

/** Checks that a file is a GGUF model by its first bytes, and that the engine is installed. */
export const modelFile = z.string().superRefine((path, { addIssue }) => {
  const problem = problemOf(path)
  if (problem) addIssue({ code: 'custom', message: problem })
})

function problemOf(path: string): string | null {
  try {
    const file = openSync(path, 'r')
    const magic = Buffer.alloc(4)
    readSync(file, magic)
    closeSync(file)
    if (magic.toString('latin1') !== 'GGUF') return `${path} is no model in GGUF form`
  } catch {
    return `${path} cannot be read`
  }
  return isEngineInstalled() ? null : 'needs the engine: run `npm run models:install`'
}

export const LOCAL_MODEL = {
  name: 'LLM_MODEL',
  description:
    'Model file in GGUF form that this instance runs itself, in a process of its own, on the processor; it serves every tier. `npm run models:install` installs the engine.',
  schema: modelFile,
  need: 'one-of',
} as const satisfies Setting<string>

export const LOCAL_CONTEXT = {
  name: 'LLM_MODEL_CONTEXT',
  description:
    'Tokens of question and answer together that `LLM_MODEL` takes; its memory grows with them. Default: 4096, or what the model was made for where that is less.',
  schema: z.coerce
    .number()
    .int()
    .min(64, { error: 'must be a whole number from 64 to 131072' })
    .max(131_072, { error: 'must be a whole number from 64 to 131072' }),
} as const satisfies Setting<number>

/** A name with this ending is a model file here. Any other is a model at `EMBEDDINGS_URL`. */
export const isModelFile = (name: string | undefined): name is string =>
  name !== undefined && name.endsWith('.gguf')

/** The start sets these two to where the process listens. No operator sets them. */
export const LOCAL_ADDRESS = 'local model: address'
export const LOCAL_KEY = 'local model: key'
