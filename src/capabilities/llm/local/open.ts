import { readSetting, type ReadText } from '../../../base/core/setting.ts'
import { EMBEDDINGS } from '../vector-settings.ts'
import { startLocalModels, type LocalModels } from './process.ts'
import { LOCAL_ADDRESS, LOCAL_CONTEXT, LOCAL_KEY, LOCAL_MODEL, isModelFile } from './settings.ts'

const CONTEXT_DEFAULT = 4_096
const WAITING_MAX = 16

export interface OpenLocalModels extends LocalModels {
  /** The settings with which the process is asked. */
  readonly settings: Readonly<Record<string, string>>
}

/** Runs the model files that the settings name; null where they name none. */
export async function openLocalModels(
  read: ReadText,
  onTrouble: (message: string) => void,
): Promise<OpenLocalModels | null> {
  const chatFile = readSetting(read, LOCAL_MODEL) ?? null
  const named = read(EMBEDDINGS.model.name)
  const vectorsFile = isModelFile(named) ? named : null
  if (chatFile === null && vectorsFile === null) return null
  const contextMax = readSetting(read, LOCAL_CONTEXT) ?? CONTEXT_DEFAULT
  const options = { chatFile, vectorsFile, contextMax, waitingMax: WAITING_MAX, onTrouble }
  const models = await startLocalModels(options)
  return { ...models, settings: { [LOCAL_ADDRESS]: models.url, [LOCAL_KEY]: models.key } }
}
